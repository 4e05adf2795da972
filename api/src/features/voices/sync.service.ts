import { audit, type Actor } from '../audit/index.ts';
import { espeakVoices, type ProviderName, type ProviderVoice } from '../speech/index.ts';
import type { VoicesDeps } from './deps.ts';
import { compareCatalogue } from './catalogue.ts';
import { describeVoices } from './naming.ts';
import { findCatalogue, hasVoices, retireVoices, saveVoices } from './sync.repository.ts';
import { lockCatalogue } from './voices.repository.ts';

type SyncVoicesDeps = Pick<VoicesDeps, 'db' | 'events' | 'samples' | 'speech'>;
type Counts = { added: number; updated: number; removed: number; total: number };

/**
 * Fills an empty catalogue with the voices in the box, so that a fresh machine has its default voice before anybody has
 * pressed Synchronize. Replicas that start at once do it one after the other.
 */
export async function seedVoices({ db }: Pick<SyncVoicesDeps, 'db'>): Promise<void> {
  if (await hasVoices(db)) return;
  await db.transaction().execute(async (trx) => {
    await lockCatalogue(trx);
    if (await hasVoices(trx)) return;
    await saveVoices(trx, compareCatalogue([], describeVoices(espeakVoices()), 'espeak').added);
  });
}

/** Makes the catalogue what the speech provider has now. Names that people gave and blocks stay. Throws SpeechError. */
export async function syncVoices(deps: SyncVoicesDeps, actor: Actor): Promise<Counts> {
  const { provider, voices } = await deps.speech.listVoices();
  const { counts, changed, voided } = await writeCatalogue(deps, actor, provider, voices);
  // What was said by another provider, or by nobody any more, is no sample of the voice.
  for (const name of voided) await deps.samples.remove(name);
  if (changed.length > 0) deps.events.changed('voices_changed', changed);
  return counts;
}

async function writeCatalogue(
  { db }: Pick<SyncVoicesDeps, 'db'>,
  actor: Actor,
  provider: ProviderName,
  voices: readonly ProviderVoice[],
): Promise<{ counts: Counts; changed: string[]; voided: string[] }> {
  return db.transaction().execute(async (trx) => {
    await lockCatalogue(trx);
    const known = await findCatalogue(trx);
    const { added, updated, gone } = compareCatalogue(known, describeVoices(voices), provider);
    await saveVoices(trx, [...added, ...updated]);
    const { removed, kept } = await retireVoices(trx, gone);
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
    return { counts, changed: [...changed, ...removed, ...kept], voided: [...removed, ...moved] };
  });
}
