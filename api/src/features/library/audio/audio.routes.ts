import { audioHttp } from '@belfry/schemas/http/library/audio';
import { Reply } from '../../../http/routes/route.ts';
import { changeRoute, listRoute, removeRoute } from '../resource.routes.ts';
import { findPlaylistsWith } from '../uses.repository.ts';
import { deleteAudio, renameAudio } from './audio.repository.ts';
import { audioResource } from './audio.resource.ts';
import { uploadAudio } from './upload.service.ts';
import { serve } from '../../../serve.ts';

export const audioRoutes = [
  listRoute(audioHttp.list, audioResource),
  serve(audioHttp.upload, { access: 'signed-in', policy: 'own' }, async ({ deps, user, query: { name }, req }) => {
    const announcedBytes = Number(req.headers['content-length'] ?? 0);
    return Reply.json(JSON.stringify(await uploadAudio(deps, user, { name, body: req, announcedBytes })));
  }),
  changeRoute(audioHttp.change, audioResource, (trx, { id }, { name }) => renameAudio(trx, id, name)),
  removeRoute(audioHttp.remove, audioResource, { delete: deleteAudio, findUses: findPlaylistsWith }),
];
