import { VOICE_DISPLAY_NAME_MAX } from '@belfry/schemas/http/speech/voices';
import { audit, type Actor } from '../../../audit/audit-log.repository.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { espeakVoices, type ProviderName, type ProviderVoice } from '../index.ts';
import { describeVoices, type Described } from './naming.ts';
import {
  findCatalogue,
  hasVoices,
  removeVoices,
  saveVoices,
  lockCatalogue,
  type CatalogueEntry,
  type VoiceRow,
} from './voices.repository.ts';

type SyncVoicesDeps = Pick<Deps, 'db' | 'events' | 'samples' | 'speech'>;
type Counts = { added: number; updated: number; removed: number; total: number };

/**
 * Fills an empty catalogue with the included voices, so that a new installation has its default voice before the first
 * synchronisation. Replicas that start at the same time are serialised by a lock.
 */
export async function seedVoices({ db }: Pick<SyncVoicesDeps, 'db'>): Promise<void> {
  if (await hasVoices(db)) return;
  await transact(db, async (trx) => {
    await lockCatalogue(trx);
    if (await hasVoices(trx)) return;
    await saveVoices(trx, compareCatalogue([], describeVoices(espeakVoices()), 'espeak').added);
  });
}

/** Synchronises the catalogue with the speech provider. Display names and blocks stay. Throws SpeechError, and conflict while samples are created. */
export async function syncVoices(deps: SyncVoicesDeps, actor: Actor): Promise<Counts> {
  await deps.samples.requireNoRun();
  const { provider, voices } = await deps.speech.listVoices();
  const { counts, changed, outdated } = await writeCatalogue(deps, actor, provider, voices);
  // Samples of another provider, and of removed voices, are outdated.
  for (const name of outdated) await deps.samples.remove(name);
  if (changed.length > 0) deps.events.notifyAll('voices_changed', changed);
  return counts;
}

async function writeCatalogue(
  { db }: Pick<SyncVoicesDeps, 'db'>,
  actor: Actor,
  provider: ProviderName,
  voices: readonly ProviderVoice[],
): Promise<{ counts: Counts; changed: string[]; outdated: string[] }> {
  return transact(db, async (trx) => {
    await lockCatalogue(trx);
    const known = await findCatalogue(trx);
    const { added, updated, removed: unavailable } = compareCatalogue(known, describeVoices(voices), provider);
    await saveVoices(trx, [...added, ...updated]);
    const { removed, kept } = await removeVoices(trx, unavailable);
    const counts = {
      added: added.length,
      updated: updated.length,
      removed: removed.length,
      total: known.length + added.length - removed.length,
    };
    await audit(trx, actor, {
      action: 'voice.sync',
      object_kind: 'voice',
      object_id: provider,
      details: { ...counts, kept: kept.length },
    });
    const providers = new Map(known.map((row) => [row.voice_name, row.provider]));
    const moved = updated.map(({ voice_name }) => voice_name).filter((name) => providers.get(name) !== provider);
    const changed = [...added, ...updated].map(({ voice_name }) => voice_name);
    return { counts, changed: [...changed, ...removed, ...kept], outdated: [...removed, ...moved] };
  });
}

/** The changes that make the catalogue match a provider. */
type Difference = {
  added: CatalogueEntry[];
  updated: CatalogueEntry[];
  /** Names that the provider does not have. */
  removed: string[];
};

const FACTS = ['language', 'languagefull', 'voice_type', 'gender', 'provider'] as const;

/** Compares the catalogue with a provider's voices. Names given by administrators stay, new ones are made unique. */
export function compareCatalogue(
  known: readonly VoiceRow[],
  offered: readonly Described[],
  provider: ProviderName,
): Difference {
  const rows = new Map(known.map((row) => [row.voice_name, row]));
  const taken = new Set(known.map(({ display_name }) => display_name.toLowerCase()));
  const added: CatalogueEntry[] = [];
  const updated: CatalogueEntry[] = [];
  for (const { suggested_name, ...facts } of offered) {
    const row = rows.get(facts.voice_name);
    if (!row) added.push({ ...facts, provider, display_name: uniqueName(suggested_name, taken) });
    else if (differs(row, { ...facts, provider })) updated.push({ ...facts, provider, display_name: row.display_name });
  }
  const names = new Set(offered.map(({ voice_name }) => voice_name));
  return { added, updated, removed: known.map(({ voice_name }) => voice_name).filter((name) => !names.has(name)) };
}

const differs = (row: VoiceRow, facts: Omit<CatalogueEntry, 'display_name'>): boolean =>
  row.vanished_at !== null ||
  FACTS.some((fact) => row[fact] !== facts[fact]) ||
  row.language_codes.join() !== facts.language_codes.join();

/** The suggested name, or the first unused numbered form of it; adds it to `taken`. */
function uniqueName(suggested: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` ${number}`;
    const name = suggested.slice(0, VOICE_DISPLAY_NAME_MAX - suffix.length).trimEnd() + suffix;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}
