import {
  languageVoiceSchema,
  voiceFactsSchema,
  voiceLanguageParamsSchema,
  voiceListQuerySchema,
  voiceParamsSchema,
  voiceSchema,
} from '@belfry/schemas/http/announcements/voices';
import { languageSchema, voiceLanguagesQuerySchema } from '@belfry/schemas/http/lookups';
import { z } from 'zod';
import { Reply, routeWith } from '../../http/routes/route.ts';
import { canReadVoice } from '../../policies/voices.ts';
import { describeLanguages, languagesIn } from '../lookups/index.ts';
import type { VoicesDeps } from './deps.ts';
import { findCatalogueLanguages, findOfferedLanguages } from './voices.repository.ts';
import { listVoices, listVoicesOfLanguage, readVoice } from './voices.service.ts';

const route = routeWith<VoicesDeps>();

export const readingRoutes = [
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
