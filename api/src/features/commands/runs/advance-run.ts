import { ALL_OWNERS } from '../../../policies/owners.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import { canCommandDevice, requiredOwner } from '../../../policies/devices.ts';
import { insertRunDeliveries, notifyCommandsChanged, setRunPaused } from '../index.ts';
import { decideRun, type RunDecision } from './run-decision.ts';
import { measureRun } from './run-progress.repository.ts';
import { scheduleStep } from './run-steps.ts';
import { findStalled, findWave, lockRun, updateRun } from './run-writes.repository.ts';
import { findIssuer, findRunCommand, type RunCommandRow, type CommandRunRow } from './runs.repository.ts';
import type { Deps } from '../../../deps.ts';

type CommandRunsDeps = Pick<Deps, 'config' | 'db' | 'events' | 'jobs' | 'log' | 'long' | 'commands'>;

type Changed = Awaited<ReturnType<typeof insertRunDeliveries>>;
type Step = { run: CommandRunRow; decision: RunDecision['do']; devices: Changed };

const NO_RIGHTS = 'The user who started it may not send commands any more';

/**
 * Does the step of a run that is due and schedules the next one in the same transaction. A step that is repeated, or not the
 * scheduled one, changes nothing, so each device receives the command once.
 */
export async function advanceRun(
  deps: CommandRunsDeps,
  { run_id, step }: { run_id: string; step: number },
  now = Date.now(),
): Promise<void> {
  const done = await transact(deps.db, async (trx): Promise<Step | null> => {
    const run = await lockRun(trx, ALL_OWNERS, run_id);
    const command = await findRunCommand(trx, run_id);
    if (!run || !command || run.state !== 'running' || run.step !== step) return null;
    const progress = await measureRun(trx, run, command.command, now);
    const decision = decideRun(run, progress, now);
    const devices = await applyDecision(trx, deps, { run, command, decision, now });
    return { run, decision: decision.do, devices };
  });
  if (!done) return;
  if (done.decision !== 'wait') deps.events.changed('runs_changed', [run_id], done.run.issued_by);
  notifyCommandsChanged(deps.events, done.devices);
  if (done.decision === 'send') await deps.commands.dispatch({ commandId: run_id });
}

type Applied = { run: CommandRunRow; command: RunCommandRow; decision: RunDecision; now: number };

async function applyDecision(
  trx: Kysely<Database>,
  { jobs }: CommandRunsDeps,
  { run, command, decision, now }: Applied,
): Promise<Changed> {
  if (decision.do === 'stop') return stopRun(trx, run.id, decision.reason);
  if (decision.do === 'finish') {
    await updateRun(trx, run.id, { state: 'finished', finished_at: new Date(now) });
    return [];
  }
  if (decision.do === 'wait') {
    const until = new Date(decision.until);
    if (decision.nextWave) await updateRun(trx, run.id, { next_wave_at: until });
    await scheduleStep(trx, jobs, run.id, until);
    return [];
  }
  // Rights are checked at each wave, since hours may have passed.
  const issuer = run.issued_by === null ? undefined : await findIssuer(trx, run.issued_by);
  if (!issuer || issuer.blocked || !issuer.active) return stopRun(trx, run.id, NO_RIGHTS);
  const devices = await insertRunDeliveries(trx, {
    id: run.id,
    command: command.command,
    deviceIds: await findWave(trx, run.id, decision.wave),
    ownerId: requiredOwner(canCommandDevice, issuer),
    queueForS: run.queue_offline ? run.expires_in_s : null,
    now,
  });
  await updateRun(trx, run.id, { wave: decision.wave, next_wave_at: null });
  await scheduleStep(trx, jobs, run.id);
  return devices;
}

/** Nothing more is sent, also not to devices that come online. */
async function stopRun(trx: Kysely<Database>, id: string, reason: string): Promise<Changed> {
  await updateRun(trx, id, { state: 'stopped', reason, next_wave_at: null });
  await setRunPaused(trx, id, true);
  return [];
}

/** Schedules a step for running runs whose last job has failed for good. Called once a minute. */
export async function resumeStalledRuns({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  for (const id of await findStalled(db)) await transact(db, (trx) => scheduleStep(trx, jobs, id));
}
