import { METRICS_JOURNAL } from '@belfry/schemas/domain/limits';
import { SeqTracker } from '../seq-tracker.ts';

const START = Date.UTC(2026, 10, 20);
const EVERY_MS = 5_000;
/** When a record with this number is collected: one every five seconds. */
export const at = (seq: number): number => START + seq * EVERY_MS;

type Known = { newest?: number | null; mayHaveLost?: boolean };

export function tracker(acked: number | null = null, { newest = acked, mayHaveLost = false }: Known = {}) {
  const made = new SeqTracker(METRICS_JOURNAL, {
    acked,
    newest: newest === null ? null : { seq: newest, collectedAt: at(newest) },
    mayHaveLost,
  });
  const record = (...seqs: number[]) => {
    for (const seq of seqs) made.record({ seq, collectedAt: at(seq), receivedAt: at(seq), redelivered: false });
    return made.acked;
  };
  return { made, record };
}
