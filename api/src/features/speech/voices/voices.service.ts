import { compareVoices, voiceKind } from '@belfry/schemas/domain/voices';
import type { LanguageVoice, Voice, VoiceListQuery } from '@belfry/schemas/http/speech/voices';
import { audit, type Actor } from '../../../audit/audit-log.repository.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, notFound } from '../../../errors.ts';
import { pageOf, type Wire } from '../../../http/routes/route.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import type { VoicePolicy } from '../../../policies/devices.ts';
import { countriesNamed, languagesNamed } from '../../lookups/index.ts';
import { canonicalCode, languageOf, regionOf } from './naming.ts';
import { countVoices, findVoices, type VoiceFilter, type CountedVoice } from './voice-list.repository.ts';
import {
  findOfferedVoices,
  findVoice,
  lockCatalogue,
  lockVoiceByDisplayName,
  renameVoice,
  setBlocked,
  type VoiceRow,
} from './voices.repository.ts';

type CatalogueDeps = Pick<Deps, 'db' | 'events' | 'samples'>;

const NOTHING_NAMED = { languages: [], countries: [], code: null };

/** A search for an ISO code, as `zh`, `zho` or `zh-CN`, finds the voices that the provider calls `cmn-CN`. */
const codeIn = (q: string): VoiceFilter['named']['code'] =>
  /^[a-z]{2,3}([-_][a-z]{2})?$/i.test(q) ? { language: languageOf(q), country: regionOf(q) ?? null } : null;

export const voiceNotFound = (): AppError => notFound('Voice not found');

export async function listVoices(
  { samples, long }: Pick<Deps, 'samples' | 'long'>,
  caller: Pick<Principal, 'id'>,
  { page, page_size, sort, ...query }: VoiceListQuery,
): Promise<{ total: number | null; voices: Wire<Voice>[] }> {
  const sampled = await samples.list();
  const { q } = query;
  const named =
    q === '' ? NOTHING_NAMED : { languages: languagesNamed(q), countries: countriesNamed(q), code: codeIn(q) };
  const filter = { ...query, sampled, named };
  const cut = pageOf({ page, page_size });
  // Counting the uses of a voice reads every node and every configuration.
  const [rows, total] = await long.read(caller.id, async ({ db }) => [
    await findVoices(db, filter, sort, cut),
    cut ? await countVoices(db, filter) : null,
  ]);
  const present = new Set(sampled);
  return { total, voices: rows.map((row) => toVoice(row, present.has(row.voice_name))) };
}

/**
 * The voices that users may choose in a language, in the order of the account area. A country in the code selects the voices
 * of that country if there are any; otherwise all of the language are returned, as for `en-AU`.
 */
export async function listVoicesOfLanguage({ db, samples }: CatalogueDeps, code: string): Promise<LanguageVoice[]> {
  const [rows, sampled] = await Promise.all([findOfferedVoices(db, languageOf(code)), samples.list()]);
  const exact = regionOf(code) === undefined ? [] : rows.filter((row) => hasCode(row, code));
  const present = new Set(sampled);
  return (exact.length > 0 ? exact : rows)
    .map((row) => toLanguageVoice(row, present.has(row.voice_name)))
    .sort((a, b) => compareVoices(a, b));
}

const hasCode = ({ language_codes }: VoiceRow, code: string): boolean =>
  language_codes.some((own) => canonicalCode(own).toLowerCase() === canonicalCode(code).toLowerCase());

/** Throws not_found also for a voice that the policy does not permit. */
export async function findPermittedVoice(
  { db }: Pick<CatalogueDeps, 'db'>,
  user: Principal,
  policy: VoicePolicy,
  voiceName: string,
): Promise<VoiceRow> {
  const voice = await findVoice(db, voiceName);
  if (!voice || !policy(user, voice)) throw voiceNotFound();
  return voice;
}

export async function readVoice(deps: CatalogueDeps, user: Principal, policy: VoicePolicy, voiceName: string) {
  const { display_name, gender, language } = await findPermittedVoice(deps, user, policy, voiceName);
  return { voice_name: voiceName, display_name, gender: gender.toLowerCase(), language };
}

/** Throws not_found. */
export async function blockVoice(
  { db, events }: CatalogueDeps,
  actor: Actor,
  policy: VoicePolicy,
  { display_name, block }: { display_name: string; block: boolean },
): Promise<void> {
  const voice = await transact(db, async (trx) => {
    const row = await lockVoiceByDisplayName(trx, display_name);
    if (!row || !policy(actor.user, row)) throw voiceNotFound();
    await setBlocked(trx, [row.voice_name], block);
    const action = block ? 'voice.block' : 'voice.unblock';
    const sides = { before: { block: row.block }, after: { block } };
    await audit(trx, actor, { action, object_kind: 'voice', object_id: row.voice_name, ...sides });
    return row;
  });
  events.notifyAll('voices_changed', [voice.voice_name]);
}

/** Throws not_found, and conflict if another voice has the name; see VOICE-5. */
export async function renameVoiceTo(
  { db, events }: CatalogueDeps,
  actor: Actor,
  policy: VoicePolicy,
  { old_display_name: from, new_display_name: to }: { old_display_name: string; new_display_name: string },
): Promise<void> {
  const voice = await transact(db, async (trx) => {
    await lockCatalogue(trx);
    const row = await lockVoiceByDisplayName(trx, from);
    if (!row || !policy(actor.user, row)) throw voiceNotFound();
    if (!(await renameVoice(trx, row.voice_name, to))) {
      throw new AppError('conflict', 'Another voice has this name already');
    }
    const details = { from: row.display_name, to };
    const sides = { before: { display_name: row.display_name }, after: { display_name: to } };
    const entry = { action: 'voice.rename', object_kind: 'voice', object_id: row.voice_name, details } as const;
    await audit(trx, actor, { ...entry, ...sides });
    return row;
  });
  events.notifyAll('voices_changed', [voice.voice_name]);
}

/** A synthesis takes seconds; after this time its process is assumed to have died. */
const SYNTHESIS_MAX_MS = 60_000;

const toVoice = (row: CountedVoice, hasSample: boolean): Voice => ({
  voice_name: row.voice_name,
  display_name: row.display_name,
  language: row.language,
  languagefull: row.languagefull,
  language_codes: row.language_codes,
  voice_type: row.voice_type,
  gender: row.gender,
  block: row.block,
  favorit: row.favorit,
  used: row.used,
  has_sample: hasSample,
  sample_state: sampleState(row, hasSample),
  sample_error: hasSample ? null : sampleError(row),
  provider: row.provider,
});

export function sampleState(
  { sample_started_at, sample_error }: Pick<VoiceRow, 'sample_started_at' | 'sample_error'>,
  hasSample: boolean,
  now = Date.now(),
): Voice['sample_state'] {
  if (hasSample) return 'present';
  if (sample_started_at && now - sample_started_at.getTime() < SYNTHESIS_MAX_MS) return 'creating';
  return sample_error === null ? 'none' : 'failed';
}

const sampleError = ({ vanished_at, sample_error }: VoiceRow): string | null =>
  vanished_at ? 'The speech provider no longer has this voice' : sample_error;

const toLanguageVoice = (row: VoiceRow, hasSample: boolean): LanguageVoice => ({
  code: row.voice_name,
  voice_name: row.voice_name,
  name: row.display_name,
  display_name: row.display_name,
  gender: toGender(row),
  type: voiceKind(row.voice_type),
  voice_type: row.voice_type,
  language: row.language,
  language_codes: row.language_codes,
  has_sample: hasSample,
  ...(row.provider === 'google' && { reads_figures: true as const }),
});

export const toGender = ({ gender }: Pick<VoiceRow, 'gender'>): LanguageVoice['gender'] =>
  gender.toLowerCase() as LanguageVoice['gender'];

/** The URL of a sample, which need not exist yet. */
export const sampleUrlOf = (voiceName: string): string => `/audio/samples/${voiceName}.mp3`;
