import { voicesHttp } from '@belfry/schemas/http/speech/voices';
import { voicesBulkHttp, type BulkVoices, type BulkVoicesBody } from '@belfry/schemas/http/speech/voices-bulk';
import { auditEach, type Actor } from '../../../audit/audit-log.repository.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, SpeechError } from '../../../errors.ts';
import { Reply } from '../../../http/routes/route.ts';
import { canReadVoice, canEditVoice, type VoicePolicy } from '../../../policies/devices.ts';
import { serve } from '../../../serve.ts';
import { describeLanguages, languagesIn } from '../../lookups/index.ts';
import { syncVoices } from './sync.service.ts';
import {
  findCatalogueLanguages,
  findOfferedLanguages,
  lockVoices,
  setBlocked,
  type VoiceRow,
} from './voices.repository.ts';
import {
  listVoices,
  listVoicesOfLanguage,
  readVoice,
  blockVoice,
  renameVoiceTo,
  voiceNotFound,
} from './voices.service.ts';

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

type BulkDeps = Pick<Deps, 'db' | 'events' | 'samples'>;
/**
 * Blocks or unblocks voices, or deletes their samples. A voice that the policy does not permit or that no longer exists is
 * refused, the others are changed; one that is already as wanted counts as changed.
 */
async function changeVoices(
  { db, events, samples }: BulkDeps,
  actor: Actor,
  policy: VoicePolicy,
  { action, voice_names }: BulkVoicesBody,
): Promise<BulkVoices> {
  const names = [...new Set(voice_names)];
  const permitted = await transact(db, async (trx) => {
    const voices = (await lockVoices(trx, names)).filter((voice) => policy(actor.user, voice));
    const changing =
      action === 'delete_samples' ? voices : voices.filter(({ block }) => block !== (action === 'block'));
    const changed = namesOf(changing);
    if (changed.length > 0 && action !== 'delete_samples') await setBlocked(trx, changed, action === 'block');
    const act = action === 'delete_samples' ? 'voice_sample.delete' : (`voice.${action}` as const);
    await auditEach(
      trx,
      actor,
      changed.map((name) => ({ action: act, object_kind: 'voice', object_id: name, details: { bulk: true } })),
    );
    return namesOf(voices);
  });
  if (action === 'delete_samples') await samples.removeMany(permitted);
  if (permitted.length > 0) events.notifyAll('voices_changed', permitted);
  const missing = names.filter((name) => !permitted.includes(name));
  const { code, message: error } = voiceNotFound();
  return { done: permitted.length, failed: missing.map((voice_name) => ({ voice_name, code, error })) };
}

const namesOf = (voices: readonly VoiceRow[]): string[] => voices.map(({ voice_name }) => voice_name);

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
  serve(
    voicesBulkHttp.block,
    { access: 'admin', policy: canEditVoice, audit: 'service' },
    async ({ deps, user, policy, body, ip }) => {
      await blockVoice(deps, { user, ip }, policy, body);
      return { success: true as const };
    },
  ),
  serve(
    voicesBulkHttp.changeMany,
    { access: 'admin', policy: canEditVoice, audit: 'service' },
    ({ deps, user, policy, body, ip }) => changeVoices(deps, { user, ip }, policy, body),
  ),
  serve(
    voicesBulkHttp.rename,
    { access: 'admin', policy: canEditVoice, audit: 'service' },
    async ({ deps, user, policy, body, ip }) => {
      await renameVoiceTo(deps, { user, ip }, policy, body);
      return { success: true as const };
    },
  ),
];
