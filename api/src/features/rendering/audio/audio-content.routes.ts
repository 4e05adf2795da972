import { audioContentSchema, audioParamsSchema } from '@belfry/schemas/http/library';
import { Reply, routeWith } from '../../../http/route.ts';
import { canReadAllAudio } from '../../../policies/library.ts';
import type { RenderingDeps } from '../deps.ts';
import { prepareDownload } from './audio-downloads.service.ts';

const route = routeWith<RenderingDeps>();

/** The content of a hash never changes. */
const FOR_EVER = 'private, max-age=31536000, immutable';
const MEDIA_TYPES = { mp3: 'audio/mpeg', ogg: 'audio/ogg', flac: 'audio/flac', wav: 'audio/wav' } as const;

export const audioContentRoutes = [
  route(
    {
      method: 'get',
      path: '/audio/{sha256}',
      summary: 'The content of an audio file, also in ranges',
      description:
        'For devices with HTTP Basic (serial and device key): the audio of their owner. For people: their own; for administrators: all.',
      access: 'device-or-signed-in',
      policy: canReadAllAudio,
      params: audioParamsSchema,
      answer: audioContentSchema,
      errors: ['not_found', 'rate_limited'],
    },
    async ({ deps, user, device, policy, params: { sha256 }, req }) => {
      const { format } = await prepareDownload(deps, { user, device, policy, sha256, res: req.res });
      const { folder, file } = deps.rendering.store.locate(sha256);
      const headers = { 'Content-Type': MEDIA_TYPES[format], 'Cache-Control': FOR_EVER, ETag: `"${sha256}"` };
      return Reply.file(folder, file, { headers });
    },
  ),
];
