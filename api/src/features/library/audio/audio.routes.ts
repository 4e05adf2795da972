import {
  audioPatchSchema,
  audioSchema,
  uploadAudioQuerySchema,
} from '@belfry/schemas/http/announcements/library-audio';
import { z } from 'zod';
import { Reply, routeWith } from '../../../http/routes/route.ts';
import type { LibraryDeps } from '../deps.ts';
import { changeRoute, listRoute, removeRoute } from '../resource.routes.ts';
import { findPlaylistsWith } from '../uses.repository.ts';
import { deleteAudio, renameAudio } from './audio.repository.ts';
import { audioResource } from './audio.resource.ts';
import { uploadAudio } from './upload.service.ts';

const route = routeWith<LibraryDeps>();
const PATH = '/audio';

export const audioRoutes = [
  listRoute(PATH, audioResource),
  route(
    {
      method: 'post',
      path: PATH,
      summary: 'Upload an audio file',
      description:
        'The body is the file: MP3, OGG (Vorbis or Opus), FLAC or WAV. It is decoded completely before it is listed.',
      access: 'signed-in',
      policy: 'own',
      query: uploadAudioQuerySchema,
      upload: z.file(),
      answer: audioSchema,
      status: 201,
      errors: ['unprocessable', 'payload_too_large', 'rate_limited', 'files_unavailable'],
    },
    async ({ deps, user, query: { name }, req }) => {
      const announcedBytes = Number(req.headers['content-length'] ?? 0);
      return Reply.json(JSON.stringify(await uploadAudio(deps, user, { name, body: req, announcedBytes })));
    },
  ),
  changeRoute(PATH, audioResource, {
    patch: audioPatchSchema,
    update: (trx, { id }, { name }) => renameAudio(trx, id, name),
  }),
  removeRoute(PATH, audioResource, { delete: deleteAudio, findUses: findPlaylistsWith }),
];
