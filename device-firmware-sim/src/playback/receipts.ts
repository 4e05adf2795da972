import type { ReceiptEvent } from '@belfry/schemas/domain/announcements';
import type { PassiveSound } from '@belfry/schemas/domain/sound-tests';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Programme } from '@belfry/schemas/http/schedules/programme';
import { isoTime, type Clock } from '../hardware/clock.ts';
import type { Flash } from '../hardware/flash.ts';
import type { RunLog } from '../hardware/run-log.ts';

const REASON_MAX = 300;

export type Reporter = ReturnType<typeof createReporter>;

/** @param finishedAs the reason of what was played to its end, where nothing tells whether it was heard */
export function createReporter(
  flash: Pick<Flash, 'report'>,
  clock: Clock,
  added: () => void,
  finishedAs: string | null = null,
) {
  return {
    /** @param at ms since 1970 by the device's clock, by default now */
    report(run_id: string, event: ReceiptEvent, given: string | null = null, at = clock.now()): void {
      const reason = given ?? (event === 'finished' ? finishedAs : null);
      flash.report({ run_id, event, reason: reason?.slice(0, REASON_MAX) ?? null, at: isoTime(at) });
      added();
    },
    /** It was played to its end, at this instant, and this was heard of it. */
    reportHeard(run_id: string, at: number, sound: PassiveSound): void {
      flash.report({ run_id, event: 'finished', reason: null, at: isoTime(at), sound });
      added();
    },
  };
}

/** Reports the announcements that were being spoken when power was lost. Music and radio of the programme continue instead. */
export function reportLostRuns(deps: { runs: RunLog; reporter: Reporter; programme: Programme | null }): void {
  const { runs, reporter, programme } = deps;
  const open = [...runs].filter(([, { ended }]) => !ended).map(([runId]) => runId);
  if (open.length === 0) return;
  const windows = programme?.runs.filter(({ kind }) => kind !== 'speech') ?? [];
  const continued = new Set(windows.map(({ run_id }) => run_id));
  for (const runId of open) if (!continued.has(runId)) reporter.report(runId, 'interrupted', reasonText('power_lost'));
}
