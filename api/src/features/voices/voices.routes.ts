import {
  blockVoiceBodySchema,
  doneAnswerSchema,
  languageVoiceSchema,
  renameVoiceBodySchema,
  syncAnswerSchema,
  voiceFactsSchema,
  voiceLanguageParamsSchema,
  voiceListQuerySchema,
  voiceParamsSchema,
  voiceSchema,
} from '@belfry/schemas/http/voices';
import { bulkVoicesBodySchema, bulkVoicesSchema } from '@belfry/schemas/http/voices-bulk';
import { languageSchema, voiceLanguagesQuerySchema } from '@belfry/schemas/http/lookups';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { Reply, routeWith } from '../../http/routes/route.ts';
import { canEditVoice, canReadVoice } from '../../policies/voices.ts';
import { describeLanguages, languagesIn } from '../lookups/index.ts';
import { SpeechError } from '../speech/index.ts';
import { changeVoices } from './bulk-voices.service.ts';
import type { VoicesDeps } from './deps.ts';
import { findCatalogueLanguages, findOfferedLanguages } from './voices.repository.ts';
import { syncVoices } from './sync.service.ts';
import { blockVoice, listVoices, listVoicesOfLanguage, readVoice, renameVoiceTo } from './voices.service.ts';

const route = routeWith<VoicesDeps>();

export const voicesRoutes = [
  route(
    {
      method: 'get',
      path: '/voices/languages',
      summary: 'Languages of announcements',
      access: 'public',
      query: voiceLanguagesQuerySchema,
      answer: z.array(languageSchema),
    },
    async ({ deps, query: { with_blocked, with_voices, lang } }) => {
      if (with_blocked) return describeLanguages(await findCatalogueLanguages(deps.db), lang);
      return with_voices ? describeLanguages(await findOfferedLanguages(deps.db), lang) : languagesIn(lang);
    },
  ),
  route(
    {
      method: 'get',
      path: '/voices/voices',
      summary: 'The catalogue of voices',
      description: 'Without `page` and `page_size` the whole list, else one page and `X-Total-Count`.',
      access: 'admin',
      query: voiceListQuerySchema,
      answer: z.array(voiceSchema),
      headers: { 'X-Total-Count': 'with paging: how many voices match' },
    },
    async ({ deps, user, query }) => {
      const { total, voices } = await listVoices(deps, user, query);
      return Reply.of(voices, total === null ? {} : { headers: { 'X-Total-Count': String(total) } });
    },
  ),
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
  route(
    {
      method: 'get',
      path: '/voices/language/{code}',
      summary: 'The voices that can be chosen in a language',
      description: 'By kind, gender and name. A country in the code narrows the choice where it has voices of its own.',
      access: 'signed-in',
      params: voiceLanguageParamsSchema,
      answer: z.array(languageVoiceSchema),
    },
    ({ deps, params }) => listVoicesOfLanguage(deps, params.code),
  ),
  route(
    {
      method: 'get',
      path: '/voices/voice/{voice_name}',
      summary: 'The description of a voice',
      access: 'signed-in',
      policy: canReadVoice,
      params: voiceParamsSchema,
      answer: voiceFactsSchema,
      errors: ['not_found'],
    },
    ({ deps, user, policy, params }) => readVoice(deps, user, policy, params.voice_name),
  ),
];
