import { voicePacksHttp } from '@belfry/schemas/http/speech/voice-packs';
import { canInstallVoices } from '../../../policies/devices.ts';
import { serve } from '../../../serve.ts';
import { installPack, listPacks, removePack } from './packs.service.ts';
import { uploadPack } from './upload-pack.ts';

/** Models are run by the server: roots only, with their own key. */
const RIGHTS = { access: 'root', ownKeyOnly: true, policy: canInstallVoices } as const;

export const packsRoutes = [
  serve(voicePacksHttp.list, RIGHTS, ({ deps }) => listPacks(deps)),
  serve(voicePacksHttp.install, { ...RIGHTS, audit: 'service' }, ({ deps, user, ip, policy, params, body }) =>
    installPack(deps, { actor: { user, ip }, policy }, { ...params, ...body }),
  ),
  serve(voicePacksHttp.upload, { ...RIGHTS, audit: 'service' }, ({ deps, user, ip, req }) =>
    uploadPack(deps, { user, ip }, { body: req, announcedBytes: Number(req.headers['content-length'] ?? 0) }),
  ),
  serve(voicePacksHttp.remove, { ...RIGHTS, audit: 'service' }, ({ deps, user, ip, policy, params }) =>
    removePack(deps, { actor: { user, ip }, policy }, params.voice_name),
  ),
];
