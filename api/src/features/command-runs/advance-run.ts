import { ALL_OWNERS } from '../../policies/owners.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import { canCommandDevice, requiredOwner } from '../../policies/devices.ts';
import { insertRunDeliveries, notifyCommandsChanged, setRunPaused } from '../commands/index.ts';
import {
  measureRun,
  findIssuer,
  findRunCommand,
  type RunCommandRow,
  type CommandRunRow,
  type RunProgress,
} from './runs.repository.ts';
import { findStalled, findWave, lockRun, updateRun, nextStep } from './run-writes.repository.ts';
import type { Deps } from '../../deps.ts';
import { describeErrorRate, exceedsErrorRate } from '../../lib/error-rate.ts';
import { z } from 'zod';
import { defineQueue, type Jobs, type Queue } from '../../jobs/index.ts';

type CommandRunsDeps = Pick<Deps, 'config' | 'db' | 'events' | 'jobs' | 'log' | 'long' | 'commands'>;

type Changed = Awaited<ReturnType<typeof insertRunDeliveries>>;
type Step = { run: CommandRunRow; decision: RunDecision['do']; devices: Changed };

export const NO_RIGHTS = 'The user who started it may not send commands any more';

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
  if (done.decision !== 'wait') notifyRunChanged(deps.events, done.run);
  notifyCommandsChanged(deps.events, done.devices);
  if (done.decision === 'send') await deps.commands.dispatch({ commandId: run_id });
}

/** Sends `runs_changed` to the consoles of administrators and of those who see the run. Call it after the commit. */
export function notifyRunChanged(
  events: Pick<Deps['events'], 'changed'>,
  { id, issued_by, owner_id }: Pick<CommandRunRow, 'id' | 'issued_by' | 'owner_id'>,
): void {
  events.changed('runs_changed', [id], issued_by);
  if (owner_id !== null) events.changed('runs_changed', [id], owner_id);
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

async function stopRun(trx: Kysely<Database>, id: string, reason: string): Promise<Changed> {
  await updateRun(trx, id, { state: 'stopped', reason, next_wave_at: null });
  await setRunPaused(trx, id, true);
  return [];
}

/** Schedules a step for running runs whose last job has failed for good. Called once a minute. */
export async function resumeStalledRuns({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  for (const id of await findStalled(db)) await transact(db, (trx) => scheduleStep(trx, jobs, id));
}

const CHECK_MS = 1_000;
/** The interval while the run waits for devices that are offline only. */
const WAITING_CHECK_MS = 5_000;

type RunDecision =
  | { do: 'stop'; reason: string }
  | { do: 'finish' }
  | { do: 'send'; wave: number }
  /** The next step is at `until`; `nextWave`: the pause between two waves begins. */
  | { do: 'wait'; until: number; nextWave: boolean };

type Run = Pick<CommandRunRow, 'wave' | 'waves' | 'pause_s' | 'max_error_rate' | 'next_wave_at'>;

/** Decides what is due for a run that is running; times are milliseconds since 1970. */
export function decideRun(run: Run, { blocking, open, counted, failures }: RunProgress, now: number): RunDecision {
  if (exceedsErrorRate(run.max_error_rate, { counted, failures, open: blocking }))
    return { do: 'stop', reason: describeErrorRate({ counted, failures }) };
  if (blocking > 0) return { do: 'wait', until: now + CHECK_MS, nextWave: false };
  if (run.wave >= run.waves)
    return open > 0 ? { do: 'wait', until: now + WAITING_CHECK_MS, nextWave: false } : { do: 'finish' };
  if (run.wave > 0 && run.pause_s > 0) {
    if (run.next_wave_at === null) return { do: 'wait', until: now + run.pause_s * 1_000, nextWave: true };
    if (run.next_wave_at.getTime() > now) return { do: 'wait', until: run.next_wave_at.getTime(), nextWave: false };
  }
  return { do: 'send', wave: run.wave + 1 };
}

type RunStep = { run_id: string; step: number };

export const RUN_STEPS: Queue<RunStep> = defineQueue('command-run-steps', {
  schema: z.strictObject({ run_id: z.uuid(), step: z.int() }),
  concurrency: 4,
  retries: 5,
  retryDelayS: 1,
  timeoutS: 60,
});

/** Schedules the next step of a run in the caller's transaction. It replaces the one that is scheduled. */
export async function scheduleStep(trx: Kysely<Database>, jobs: Jobs, runId: string, startAfter?: Date): Promise<void> {
  const step = await nextStep(trx, runId);
  await jobs.send(trx, RUN_STEPS, { run_id: runId, step }, startAfter && { startAfter });
}
