import {
  audioContentSchema,
  audioLinkQuerySchema,
  audioLinkSchema,
  audioParamsSchema,
} from '@belfry/schemas/http/announcements/library-audio';
import { Reply, routeWith } from '../../../http/routes/route.ts';
import { readableAudio } from '../../../policies/library.ts';
import type { RenderingDeps } from '../deps.ts';
import { prepareDownload } from './audio-downloads.service.ts';
import { createLink, openLink } from './audio-links.service.ts';

const route = routeWith<RenderingDeps>();

/** The content of a hash never changes. */
const FOR_EVER = 'private, max-age=31536000, immutable';
const MEDIA_TYPES = { mp3: 'audio/mpeg', ogg: 'audio/ogg', flac: 'audio/flac', wav: 'audio/wav' } as const;

function contentOf({ rendering }: RenderingDeps, sha256: string, format: keyof typeof MEDIA_TYPES): Reply<never> {
  const headers = { 'Content-Type': MEDIA_TYPES[format], 'Cache-Control': FOR_EVER, ETag: `"${sha256}"` };
  return Reply.stored(rendering.store.files, rendering.store.nameOf(sha256), { headers });
}

export const audioContentRoutes = [
  route(
    {
      method: 'get',
      path: '/audio/{sha256}',
      summary: 'The content of an audio file, also in ranges',
      description:
        'For devices with HTTP Basic (serial and device key): the audio of their owner. For people: their own; for administrators: that of the people whom they see.',
      access: 'device-or-signed-in',
      policy: readableAudio,
      params: audioParamsSchema,
      answer: audioContentSchema,
      errors: ['not_found', 'rate_limited', 'files_unavailable'],
    },
    async ({ deps, user, device, policy, params: { sha256 }, req }) => {
      const { format } = await prepareDownload(deps, { user, device, policy, sha256, res: req.res });
      return contentOf(deps, sha256, format);
    },
  ),
  route(
    {
      method: 'post',
      path: '/audio/{sha256}/link',
      summary: 'An address that plays a file for some minutes without credentials',
      description: 'For audio elements, which send no key.',
      access: 'signed-in',
      policy: readableAudio,
      params: audioParamsSchema,
      answer: audioLinkSchema,
      errors: ['not_found', 'rate_limited', 'files_unavailable'],
    },
    ({ deps, user, policy, params }) => createLink(deps, user, policy, params.sha256),
  ),
  route(
    {
      method: 'get',
      path: '/audio/{sha256}/content',
      summary: 'The content of an audio file by such an address, also in ranges',
      access: 'public',
      params: audioParamsSchema,
      query: audioLinkQuerySchema,
      answer: audioContentSchema,
      errors: ['not_found', 'rate_limited', 'files_unavailable'],
    },
    async ({ deps, params: { sha256 }, query, req }) => {
      const { format } = await openLink(deps, { sha256, ticket: query.ticket, res: req.res });
      return contentOf(deps, sha256, format);
    },
  ),
];
