import { runsHttp } from '@belfry/schemas/http/command-runs/run-lists';
import { notFound, AppError } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { Reply, type Wire } from '../../http/routes/route.ts';
import { canCommandDevice, canReadDevice, hidesNodesOfRoots, requiredOwner } from '../../policies/devices.ts';
import { canReadNode, readableCommandRuns, changeableCommandRuns, type OwnersPolicy } from '../../policies/owners.ts';
import { listRunDeliveries, findRun, listRuns, type RunRow, countStates, type StateCount } from './runs.repository.ts';
import { previewRun, startRun } from './start-run.service.ts';
import { serve } from '../../serve.ts';
import type { Deps } from '../../deps.ts';
import {
  type CommandRunState,
  RUN_DELIVERY_STATES,
  type CommandRun,
  type RunDeliveryState,
} from '@belfry/schemas/http/command-runs/runs';
import { transact } from '../../db/transact.ts';
import { auditOf, type Actor } from '../../audit/audit-log.repository.ts';
import { cancelRunDeliveries, notifyCommandsChanged, setRunPaused } from '../commands/index.ts';
import { notifyRunChanged, scheduleStep } from './advance-run.ts';
import { lockRun, updateRun } from './run-writes.repository.ts';
import { isSettled } from '@belfry/schemas/http/commands/commands';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

/** 10,000 serials. */
const BODY_BYTES = 400_000;
const targetPolicies = { device: canCommandDevice, node: canReadNode, run: readableCommandRuns };

async function readableRun(
  { db }: Pick<Deps, 'config' | 'db' | 'events' | 'jobs' | 'log' | 'long' | 'commands'>,
  user: Principal,
  policy: OwnersPolicy,
  id: string,
): Promise<RunRow> {
  const run = await findRun(db, policy(user), id);
  if (!run) throw notFound('Run not found');
  return run;
}

const startingRoutes = [
  serve(
    runsHttp.preview,
    { access: 'signed-in', policy: targetPolicies, bodyLimit: BODY_BYTES, audit: 'none: it shows what would happen' },
    ({ deps, user, policy, body, ip }) => previewRun(deps, { actor: { user, ip }, policies: policy }, body),
  ),
  serve(
    runsHttp.start,
    { access: 'signed-in', policy: targetPolicies, bodyLimit: BODY_BYTES, audit: 'service' },
    ({ deps, user, policy, body, ip }) => startRun(deps, { actor: { user, ip }, policies: policy }, body),
  ),
];

const readingRoutes = [
  serve(
    runsHttp.list,
    { access: 'signed-in', policy: readableCommandRuns },
    async ({ deps, user, policy, query: { page, page_size: limit } }) => {
      const { rows, total } = await listRuns(deps.db, policy(user), {
        limit,
        offset: (page - 1) * limit,
      });
      const runs = await deps.long.read(user.id, ({ db }) => viewRuns(db, rows));
      return Reply.of(runs, { headers: { 'X-Total-Count': String(total) } });
    },
  ),
  serve(runsHttp.read, { access: 'signed-in', policy: readableCommandRuns }, async ({ deps, user, policy, params }) => {
    const [run] = await viewRuns(deps.db, [await readableRun(deps, user, policy, params.run_id)]);
    if (!run) throw notFound('Run not found');
    return run;
  }),
  serve(
    runsHttp.deliveries,
    { access: 'signed-in', policy: { run: readableCommandRuns, device: canReadDevice } },
    async ({ deps, user, policy, params, query }) => {
      const run = await readableRun(deps, user, policy.run, params.run_id);
      const viewer = { ownerId: requiredOwner(policy.device, user), hidesRoots: hidesNodesOfRoots(user) };
      const { rows, total } = await listRunDeliveries(deps.db, run.id, viewer, query);
      return Reply.of(rows, { headers: { 'X-Total-Count': String(total) } });
    },
  ),
];

export const runReadingRoutes = [...startingRoutes, ...readingRoutes];

type RunChange = 'pause' | 'resume' | 'cancel';
/** The states from which each change is possible. A change to the present state succeeds and does nothing. */
const CHANGES: Record<RunChange, { from: readonly CommandRunState[]; to: CommandRunState }> = {
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused', 'stopped'], to: 'running' },
  cancel: { from: ['running', 'paused', 'stopped'], to: 'cancelled' },
};
/** Changes the state of a run; see CMD-22. Throws not_found for a run of others, conflict where its state does not allow it. */
async function changeRun(
  deps: Pick<Deps, 'config' | 'db' | 'events' | 'jobs' | 'log' | 'long' | 'commands'>,
  actor: Actor,
  { id, policy, change }: { id: string; policy: OwnersPolicy; change: RunChange },
): Promise<void> {
  const { from, to } = CHANGES[change];
  const changed = await transact(deps.db, async (trx) => {
    const run = await lockRun(trx, policy(actor.user), id);
    if (!run) throw notFound('Run not found');
    if (run.state === to) return null;
    if (!from.includes(run.state)) throw new AppError('conflict', `A run that is ${run.state} cannot do this`);
    const now = new Date();
    await setRunPaused(trx, id, change !== 'resume');
    await updateRun(trx, id, {
      state: to,
      next_wave_at: null,
      ...(change === 'cancel' && { finished_at: now }),
      ...(run.state === 'stopped' && change === 'resume' && { reason: null, errors_from_wave: run.wave + 1 }),
    });
    if (change === 'resume') await scheduleStep(trx, deps.jobs, id);
    const devices = change === 'cancel' ? await cancelRunDeliveries(trx, id, now.getTime()) : [];
    await auditOf(trx, actor, run.issued_by, {
      action: `command_run.${change}`,
      object_kind: 'command_run',
      object_id: id,
      before: { state: run.state },
      after: { state: to },
    });
    return { run, devices };
  });
  if (!changed) return;
  notifyRunChanged(deps.events, changed.run);
  notifyCommandsChanged(deps.events, changed.devices);
  if (change === 'resume') await deps.commands.dispatch({ commandId: id });
}

export const changeRunRoutes = (['pause', 'resume', 'cancel'] as const).map((change) =>
  serve(
    runsHttp[change],
    { access: 'signed-in', policy: changeableCommandRuns, audit: 'service' },
    async ({ deps, user, policy, params: { run_id: id }, ip }) => {
      await changeRun(deps, { user, ip }, { id, policy, change });
      const row = await findRun(deps.db, policy(user), id);
      const [run] = row ? await viewRuns(deps.db, [row]) : [];
      if (!run) throw notFound('Run not found');
      return run;
    },
  ),
);

const FAILURES: readonly RunDeliveryState[] = ['failed', 'timed_out', 'expired'];

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
