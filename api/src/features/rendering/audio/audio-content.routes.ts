import { Reply } from '../../../http/routes/route.ts';
import { readableAudio } from '../../../policies/library.ts';
import { prepareDownload } from './audio-downloads.service.ts';
import { createLink, openLink } from './audio-links.service.ts';
import { audioContentHttp } from '@belfry/schemas/http/announcements/audio-content';
import { serve } from '../../../serve.ts';
import type { Deps } from '../../../deps.ts';

/** The content of a hash never changes. */
const FOR_EVER = 'private, max-age=31536000, immutable';
const MEDIA_TYPES = { mp3: 'audio/mpeg', ogg: 'audio/ogg', flac: 'audio/flac', wav: 'audio/wav' } as const;

function contentOf({ rendering }: Deps, sha256: string, format: keyof typeof MEDIA_TYPES): Reply<never> {
  const headers = { 'Content-Type': MEDIA_TYPES[format], 'Cache-Control': FOR_EVER, ETag: `"${sha256}"` };
  return Reply.stored(rendering.store.files, rendering.store.nameOf(sha256), { headers });
}

export const audioContentRoutes = [
  serve(
    audioContentHttp.download,
    { access: 'device-or-signed-in', policy: readableAudio },
    async ({ deps, user, device, policy, params: { sha256 }, req }) => {
      const { format } = await prepareDownload(deps, { user, device, policy, sha256, res: req.res });
      return contentOf(deps, sha256, format);
    },
  ),
  serve(audioContentHttp.createLink, { access: 'signed-in', policy: readableAudio }, ({ deps, user, policy, params }) =>
    createLink(deps, user, policy, params.sha256),
  ),
  serve(audioContentHttp.openLink, { access: 'public' }, async ({ deps, params: { sha256 }, query, req }) => {
    const { format } = await openLink(deps, { sha256, ticket: query.ticket, res: req.res });
    return contentOf(deps, sha256, format);
  }),
];
