import { runsHttp } from '@belfry/schemas/http/commands/run-lists';
import { notFound, AppError } from '../../../errors.ts';
import { type Actor, auditForeign } from '../../../audit/audit-log.repository.ts';
import { changeableCommandRuns, type OwnersPolicy } from '../../../policies/owners.ts';
import { viewRuns } from './run-view.ts';
import { findRun } from './runs.repository.ts';
import { serve } from '../../../serve.ts';
import type { CommandRunState } from '@belfry/schemas/http/commands/runs';
import { transact } from '../../../db/transact.ts';
import { cancelRunDeliveries, notifyCommandsChanged, setRunPaused } from '../index.ts';
import { scheduleStep } from './run-steps.ts';
import { lockRun, updateRun } from './run-writes.repository.ts';
import type { Deps } from '../../../deps.ts';

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
    await auditForeign(trx, actor, run.issued_by, {
      action: `command_run.${change}`,
      object_kind: 'command_run',
      object_id: id,
    });
    return { run, devices };
  });
  if (!changed) return;
  deps.events.changed('runs_changed', [id], changed.run.issued_by);
  notifyCommandsChanged(deps.events, changed.devices);
  if (change === 'resume') await deps.commands.dispatch({ commandId: id });
}

export const changeRunRoutes = (['pause', 'resume', 'cancel'] as const).map((change) =>
  serve(
    runsHttp[change],
    { access: 'signed-in', policy: changeableCommandRuns },
    async ({ deps, user, policy, params: { run_id: id }, ip }) => {
      await changeRun(deps, { user, ip }, { id, policy, change });
      const row = await findRun(deps.db, policy(user), id);
      const [run] = row ? await viewRuns(deps.db, [row]) : [];
      if (!run) throw notFound('Run not found');
      return run;
    },
  ),
);
