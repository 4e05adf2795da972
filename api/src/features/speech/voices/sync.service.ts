import { transact } from '../../../db/transact.ts';
import { type Actor, audit } from '../../../audit/audit-log.repository.ts';
import { espeakVoices, type ProviderName, type ProviderVoice } from '../index.ts';
import { compareCatalogue } from './catalogue.ts';
import { describeVoices } from './naming.ts';
import { findCatalogue, hasVoices, removeVoices, saveVoices } from './sync.repository.ts';
import { lockCatalogue } from './voices.repository.ts';
import type { Deps } from '../../../deps.ts';

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
