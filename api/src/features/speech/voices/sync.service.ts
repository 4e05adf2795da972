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

type OfferDeps = Pick<Deps, 'db' | 'events' | 'speech'>;
type SyncVoicesDeps = Pick<Deps, 'db' | 'events' | 'samples' | 'speech'>;
type Counts = { added: number; updated: number; removed: number; total: number; neural_problem?: string };
type Offer = { provider: ProviderName; voices: readonly ProviderVoice[] };

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

/** Display names and blocks stay. Throws SpeechError, and conflict while samples are created. */
export async function syncVoices(deps: SyncVoicesDeps, actor: Actor): Promise<Counts> {
  await deps.samples.requireNoRun();
  const offered = await deps.speech.listVoices();
  const { voices, problem } = await deps.speech.findNeural();
  const offers: Offer[] = [offered, { provider: 'neural', voices }];
  const { counts, changed, outdated } = await writeCatalogue(deps, actor, offers);
  // Samples of another provider, and of removed voices, are outdated.
  for (const name of outdated) await deps.samples.remove(name);
  if (changed.length > 0) deps.events.notifyAll('voices_changed', changed);
  return { ...counts, ...(problem !== null && { neural_problem: problem }) };
}

/**
 * Offers the neural voices whose folders have been put in place since. None is removed here, since another server may have it, unless no neural voice
 * can run on this platform.
 */
export async function offerNeuralVoices({ db, speech, events }: OfferDeps): Promise<void> {
  const { voices, problem } = await speech.findNeural();
  if (voices.length === 0 && problem === null) return;
  const compare = (all: readonly VoiceRow[]) => {
    const present = all.filter(({ provider }) => provider === 'neural');
    const { added, updated, removed } = compareCatalogue(present, describeVoices(voices), 'neural', all);
    return { saved: [...added, ...updated], removed: voices.length === 0 ? removed : [] };
  };
  const isSame = ({ saved, removed }: ReturnType<typeof compare>): boolean => saved.length + removed.length === 0;
  if (isSame(compare(await findCatalogue(db)))) return;
  const { saved, removed } = await transact(db, async (trx) => {
    await lockCatalogue(trx);
    const difference = compare(await findCatalogue(trx));
    await saveVoices(trx, difference.saved);
    await removeVoices(trx, difference.removed);
    return difference;
  });
  events.notifyAll('voices_changed', [...saved.map(({ voice_name }) => voice_name), ...removed]);
}

/** A voice that is chosen stays, marked as gone. */
export async function withdrawNeuralVoice(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  voiceName: string,
): Promise<void> {
  await transact(db, async (trx) => {
    await lockCatalogue(trx);
    await removeVoices(trx, [voiceName]);
  });
  events.notifyAll('voices_changed', [voiceName]);
}

async function writeCatalogue(
  { db }: Pick<SyncVoicesDeps, 'db'>,
  actor: Actor,
  offers: readonly Offer[],
): Promise<{ counts: Counts; changed: string[]; outdated: string[] }> {
  return transact(db, async (trx) => {
    await lockCatalogue(trx);
    const catalogue = await findCatalogue(trx);
    const { added, updated, removed: unavailable } = compareOffers(catalogue, offers);
    await saveVoices(trx, [...added, ...updated]);
    const { removed, kept } = await removeVoices(trx, unavailable);
    const counts = {
      added: added.length,
      updated: updated.length,
      removed: removed.length,
      total: catalogue.length + added.length - removed.length,
    };
    await audit(trx, actor, {
      action: 'voice.sync',
      object_kind: 'voice',
      object_id: offers[0]?.provider ?? '',
      details: { ...counts, kept: kept.length },
    });
    const providers = new Map(catalogue.map((row) => [row.voice_name, row.provider]));
    const moved = updated
      .filter(({ voice_name, provider }) => providers.get(voice_name) !== provider)
      .map(({ voice_name }) => voice_name);
    const changed = [...added, ...updated].map(({ voice_name }) => voice_name);
    return { counts, changed: [...changed, ...removed, ...kept], outdated: [...removed, ...moved] };
  });
}

type Difference = {
  added: CatalogueEntry[];
  updated: CatalogueEntry[];
  removed: string[];
};

const FACTS = ['language', 'languagefull', 'voice_type', 'gender', 'provider'] as const;

function compareOffers(catalogue: readonly VoiceRow[], offers: readonly Offer[]): Difference {
  const all: Difference = { added: [], updated: [], removed: [] };
  for (const { provider, voices } of offers) {
    const own = catalogue.filter((row) => (row.provider === 'neural') === (provider === 'neural'));
    const { added, updated, removed } = compareCatalogue(own, describeVoices(voices), provider, catalogue);
    all.added.push(...added);
    all.updated.push(...updated);
    all.removed.push(...removed);
  }
  return all;
}

/** Names given by administrators stay, new ones are made unique. */
export function compareCatalogue(
  catalogue: readonly VoiceRow[],
  offered: readonly Described[],
  provider: ProviderName,
  named: readonly Pick<VoiceRow, 'display_name'>[] = catalogue,
): Difference {
  const rows = new Map(catalogue.map((row) => [row.voice_name, row]));
  const taken = new Set(named.map(({ display_name }) => display_name.toLowerCase()));
  const added: CatalogueEntry[] = [];
  const updated: CatalogueEntry[] = [];
  for (const { suggested_name, ...facts } of offered) {
    const row = rows.get(facts.voice_name);
    if (!row) added.push({ ...facts, provider, display_name: uniqueName(suggested_name, taken) });
    else if (differs(row, { ...facts, provider })) updated.push({ ...facts, provider, display_name: row.display_name });
  }
  const names = new Set(offered.map(({ voice_name }) => voice_name));
  return { added, updated, removed: catalogue.map(({ voice_name }) => voice_name).filter((name) => !names.has(name)) };
}

const differs = (row: VoiceRow, facts: Omit<CatalogueEntry, 'display_name'>): boolean =>
  row.vanished_at !== null ||
  FACTS.some((fact) => row[fact] !== facts[fact]) ||
  row.language_codes.join() !== facts.language_codes.join();

/** Adds the name to `taken`. */
function uniqueName(suggested: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` ${number}`;
    const name = suggested.slice(0, VOICE_DISPLAY_NAME_MAX - suffix.length).trimEnd() + suffix;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}
