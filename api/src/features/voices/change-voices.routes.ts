import {
  blockVoiceBodySchema,
  doneAnswerSchema,
  renameVoiceBodySchema,
  syncAnswerSchema,
} from '@belfry/schemas/http/announcements/voices';
import { bulkVoicesBodySchema, bulkVoicesSchema } from '@belfry/schemas/http/announcements/voices-bulk';
import { AppError } from '../../errors.ts';
import { routeWith } from '../../http/routes/route.ts';
import { canEditVoice } from '../../policies/voices.ts';
import { SpeechError } from '../speech/index.ts';
import { changeVoices } from './bulk-voices.service.ts';
import type { VoicesDeps } from './deps.ts';
import { syncVoices } from './sync.service.ts';
import { blockVoice, renameVoiceTo } from './voices.service.ts';

const route = routeWith<VoicesDeps>();

export const changingRoutes = [
  route(
    {
      method: 'get',
      path: '/voices/voices/sync',
      summary: 'Synchronise the catalogue with the speech provider',
      description:
        'Display names and blocks stay. A voice that the provider no longer has is removed, unless it is a favourite or in use.',
      access: 'admin',
      answer: syncAnswerSchema,
      errors: ['conflict', 'speech_unavailable'],
    },
    async ({ deps, user, ip }) => {
      try {
        return { success: true as const, ...(await syncVoices(deps, { user, ip })) };
      } catch (error) {
        if (!(error instanceof SpeechError)) throw error;
        deps.log.warn({ err: error }, 'the voices could not be synchronised');
        throw new AppError('speech_unavailable', error.message);
      }
    },
  ),
  route(
    {
      method: 'post',
      path: '/voices/voice/block',
      summary: 'Block or unblock a voice',
      access: 'admin',
      policy: canEditVoice,
      body: blockVoiceBodySchema,
      answer: doneAnswerSchema,
      errors: ['not_found'],
    },
    async ({ deps, user, policy, body, ip }) => {
      await blockVoice(deps, { user, ip }, policy, body);
      return { success: true as const };
    },
  ),
  route(
    {
      method: 'post',
      path: '/voices/voices/bulk',
      summary: 'Block or unblock several voices, or delete their samples',
      access: 'admin',
      policy: canEditVoice,
      body: bulkVoicesBodySchema,
      answer: bulkVoicesSchema,
    },
    ({ deps, user, policy, body, ip }) => changeVoices(deps, { user, ip }, policy, body),
  ),
  route(
    {
      method: 'post',
      path: '/voices/voice/rename',
      summary: 'Rename a voice',
      access: 'admin',
      policy: canEditVoice,
      body: renameVoiceBodySchema,
      answer: doneAnswerSchema,
      errors: ['not_found', 'conflict'],
    },
    async ({ deps, user, policy, body, ip }) => {
      await renameVoiceTo(deps, { user, ip }, policy, body);
      return { success: true as const };
    },
  ),
];
