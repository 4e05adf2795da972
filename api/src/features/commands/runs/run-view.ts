import { RUN_DELIVERY_STATES, type CommandRun, type RunDeliveryState } from '@belfry/schemas/http/commands/runs';
import { isSettled } from '@belfry/schemas/http/commands/commands';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { countStates, type RunRow, type StateCount } from './runs.repository.ts';

const FAILURES: readonly RunDeliveryState[] = ['failed', 'timed_out', 'expired'];

/** Runs as the api shows them, with the present counts of their devices. */
export async function viewRuns(db: Kysely<Database>, rows: readonly RunRow[]): Promise<Wire<CommandRun>[]> {
  const counted = Map.groupBy(
    await countStates(
      db,
      rows.map(({ id }) => id),
    ),
    ({ run_id }) => run_id,
  );
  return rows.map((row) => viewRun(row, counted.get(row.id) ?? []));
}

function viewRun(row: RunRow, counted: readonly StateCount[]): Wire<CommandRun> {
  const none = Object.fromEntries(RUN_DELIVERY_STATES.map((state) => [state, 0])) as Record<RunDeliveryState, number>;
  const counts = { ...none, ...Object.fromEntries(counted.map(({ state, n }) => [state, n])) };
  const sum = (states: readonly RunDeliveryState[]): number =>
    states.reduce((total, state) => total + counts[state], 0);
  return {
    run_id: row.id,
    command: row.command,
    params: row.params,
    state: row.state,
    reason: row.reason,
    issued_by: row.issued_by === null ? null : { id: row.issued_by, name: row.issuer_name ?? '' },
    wave_size: row.wave_size,
    pause_s: row.pause_s,
    max_error_rate: row.max_error_rate,
    queue_offline: row.queue_offline,
    expires_in_s: row.expires_in_s,
    devices: row.devices,
    waves: row.waves,
    wave: row.wave,
    next_wave_at: row.next_wave_at,
    counts,
    ended: sum(RUN_DELIVERY_STATES.filter((state) => state !== 'pending' && isSettled(state))),
    failures: sum(FAILURES),
    created_at: row.created_at,
    finished_at: row.finished_at,
  };
}
