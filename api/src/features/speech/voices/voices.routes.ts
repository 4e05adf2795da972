import { voicesHttp } from '@belfry/schemas/http/speech/voices';
import { Reply } from '../../../http/routes/route.ts';
import { canReadVoice } from '../../../policies/devices.ts';
import { describeLanguages, languagesIn } from '../../lookups/index.ts';
import { findCatalogueLanguages, findOfferedLanguages } from './voices.repository.ts';
import { listVoices, listVoicesOfLanguage, readVoice } from './voices.service.ts';
import { serve } from '../../../serve.ts';

export const readingRoutes = [
  serve(voicesHttp.languages, { access: 'public' }, async ({ deps, query: { with_blocked, with_voices, lang } }) => {
    if (with_blocked) return describeLanguages(await findCatalogueLanguages(deps.db), lang);
    return with_voices ? describeLanguages(await findOfferedLanguages(deps.db), lang) : languagesIn(lang);
  }),
  serve(voicesHttp.list, { access: 'admin' }, async ({ deps, user, query }) => {
    const { total, voices } = await listVoices(deps, user, query);
    return Reply.of(voices, total === null ? {} : { headers: { 'X-Total-Count': String(total) } });
  }),
  serve(voicesHttp.listOfLanguage, { access: 'signed-in' }, ({ deps, params }) =>
    listVoicesOfLanguage(deps, params.code),
  ),
  serve(voicesHttp.read, { access: 'signed-in', policy: canReadVoice }, ({ deps, user, policy, params }) =>
    readVoice(deps, user, policy, params.voice_name),
  ),
];
