import { voicesBulkHttp } from '@belfry/schemas/http/announcements/voices-bulk';
import { AppError } from '../../errors.ts';
import { canEditVoice } from '../../policies/voices.ts';
import { SpeechError } from '../speech/index.ts';
import { changeVoices } from './bulk-voices.service.ts';
import { syncVoices } from './sync.service.ts';
import { blockVoice, renameVoiceTo } from './voices.service.ts';
import { serve } from '../../serve.ts';

export const changingRoutes = [
  serve(voicesBulkHttp.sync, { access: 'admin' }, async ({ deps, user, ip }) => {
    try {
      return { success: true as const, ...(await syncVoices(deps, { user, ip })) };
    } catch (error) {
      if (!(error instanceof SpeechError)) throw error;
      deps.log.warn({ err: error }, 'the voices could not be synchronised');
      throw new AppError('speech_unavailable', error.message);
    }
  }),
  serve(voicesBulkHttp.block, { access: 'admin', policy: canEditVoice }, async ({ deps, user, policy, body, ip }) => {
    await blockVoice(deps, { user, ip }, policy, body);
    return { success: true as const };
  }),
  serve(voicesBulkHttp.changeMany, { access: 'admin', policy: canEditVoice }, ({ deps, user, policy, body, ip }) =>
    changeVoices(deps, { user, ip }, policy, body),
  ),
  serve(voicesBulkHttp.rename, { access: 'admin', policy: canEditVoice }, async ({ deps, user, policy, body, ip }) => {
    await renameVoiceTo(deps, { user, ip }, policy, body);
    return { success: true as const };
  }),
];
