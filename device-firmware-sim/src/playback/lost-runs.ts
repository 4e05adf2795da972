import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Programme } from '@belfry/schemas/http/schedules/programme';
import type { RunLog } from '../hardware/run-log.ts';
import type { Reporter } from './reporter.ts';

/** Reports the announcements that were being spoken when power was lost. Music and radio of the programme continue instead. */
export function reportLostRuns(deps: { runs: RunLog; reporter: Reporter; programme: Programme | null }): void {
  const { runs, reporter, programme } = deps;
  const open = [...runs].filter(([, { ended }]) => !ended).map(([runId]) => runId);
  if (open.length === 0) return;
  const windows = programme?.runs.filter(({ kind }) => kind !== 'speech') ?? [];
  const continued = new Set(windows.map(({ run_id }) => run_id));
  for (const runId of open) if (!continued.has(runId)) reporter.report(runId, 'interrupted', reasonText('power_lost'));
}
