import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import { canManageFirmware, canCommandDevice } from '../../policies/devices.ts';
import {
  claimDevices,
  measureRollout,
  reclaimLost,
  type ClaimedDevice,
  type RolloutProgress,
  type RolloutRow,
} from './rollouts.sql.ts';
import {
  findStarter,
  lockRollout,
  updateRollout,
  updateRolloutDevice,
  findStalledRollouts,
  nextStep,
} from './rollouts.repository.ts';
import type { Deps } from '../../deps.ts';
import { commandErrorText } from '@belfry/schemas/http/commands/commands';
import { describeErrorRate, exceedsErrorRate } from '../../lib/error-rate.ts';
import { z } from 'zod';
import { defineQueue, type Jobs } from '../../jobs/index.ts';

/** Sending the command to one device takes less time. */
const CLAIM_MS = 10_000;
const NEXT_MS = 500;
const NO_RIGHTS = 'The person who started it may not update devices any more';

type Step = { rollout: RolloutRow; claimed: ClaimedDevice[]; isOver: boolean };

/**
 * Does the step of a rollout that is due, and schedules the next one in the same transaction. A step that is repeated, or is not
 * the scheduled one, changes nothing.
 */
export async function advanceRollout(
  deps: Deps,
  { rollout_id, step }: { rollout_id: string; step: number },
  now = Date.now(),
): Promise<void> {
  const done = await transact(deps.db, async (trx): Promise<Step | null> => {
    const rollout = await lockRollout(trx, rollout_id);
    if (!rollout || rollout.state !== 'running' || rollout.step !== step) return null;
    await reclaimLost(trx, rollout, new Date(now - CLAIM_MS));
    const phases = rollout.phases.length;
    const decision: RolloutDecision = (await isPermitted(trx, rollout))
      ? decideRollout({ ...rollout, phases }, await measureRollout(trx, rollout), now)
      : { do: 'stop', reason: NO_RIGHTS };
    const isOver = await applyDecision(trx, rollout, decision, now);
    const claimed = decision.do === 'send' ? await claimDevices(trx, rollout, decision.limit, new Date(now)) : [];
    const next = decision.do === 'wait' ? decision.until : now + NEXT_MS;
    if (!isOver) await scheduleStep(trx, deps.jobs, rollout.id, new Date(next));
    return { rollout, claimed, isOver };
  });
  if (!done) return;
  await sendInstall(deps, done.rollout, done.claimed);
  deps.events.changed('firmware_changed', [rollout_id]);
}

async function applyDecision(
  trx: Kysely<Database>,
  { id, phase }: RolloutRow,
  decision: RolloutDecision,
  now: number,
): Promise<boolean> {
  switch (decision.do) {
    case 'stop':
      await updateRollout(trx, id, { state: 'stopped', reason: decision.reason, next_phase_at: null });
      return true;
    case 'finish':
      await updateRollout(trx, id, { state: 'finished', finished_at: new Date(now) });
      return true;
    case 'start_phase':
      await updateRollout(trx, id, { phase: phase + 1, next_phase_at: null });
      return false;
    case 'wait':
      if (decision.isPause) await updateRollout(trx, id, { next_phase_at: new Date(decision.until) });
      return false;
    case 'send':
      return false;
  }
}

async function isPermitted(trx: Kysely<Database>, { started_by }: RolloutRow): Promise<boolean> {
  const user = started_by === null ? undefined : await findStarter(trx, started_by);
  return user !== undefined && !user.blocked && canManageFirmware(user);
}

async function sendInstall(
  { commands, db }: Deps,
  { id: rollout_id, params, started_by }: RolloutRow,
  claimed: readonly ClaimedDevice[],
): Promise<void> {
  // That the issuer is an administrator was checked in the transaction of the claim.
  const user = { id: started_by ?? 0, role: 'admin' } as const;
  await Promise.all(
    claimed.map(async ({ device_id, serial }) => {
      const sent = await commands.send({ user, policy: canCommandDevice, serial, command: 'install', params });
      // With a command its delivery has the outcome, also where the broker did not accept it.
      const outcome =
        'refused' in sent && sent.commandId === null
          ? { error: commandErrorText(sent.refused, 'install'), error_type: sent.refused }
          : { command_id: sent.commandId };
      await updateRolloutDevice(db, { rollout_id, device_id }, outcome);
    }),
  );
}

const OPEN_MAX = 100;
const CHECK_MS = 1_000;

type RolloutDecision =
  | { do: 'stop'; reason: string }
  | { do: 'finish' }
  | { do: 'send'; limit: number }
  | { do: 'start_phase' }
  /** The next step is at `until`; `isPause`: the pause between two phases begins. */
  | { do: 'wait'; until: number; isPause: boolean };

type Rollout = Pick<RolloutRow, 'phase' | 'phase_pause_s' | 'max_error_rate' | 'next_phase_at'> & { phases: number };

/** Decides what is due for a rollout that is running; times are milliseconds since 1970. */
export function decideRollout(rollout: Rollout, progress: RolloutProgress, now: number): RolloutDecision {
  const { waiting, open, counted, failures } = progress;
  if (exceedsErrorRate(rollout.max_error_rate, { counted, failures, open }))
    return { do: 'stop', reason: describeErrorRate({ counted, failures }) };
  if (waiting > 0 && open < OPEN_MAX) return { do: 'send', limit: OPEN_MAX - open };
  if (waiting > 0 || open > 0) return { do: 'wait', until: now + CHECK_MS, isPause: false };
  if (rollout.phase + 1 >= rollout.phases) return { do: 'finish' };
  const { next_phase_at, phase_pause_s } = rollout;
  if (next_phase_at === null) return { do: 'wait', until: now + phase_pause_s * 1_000, isPause: true };
  if (next_phase_at.getTime() > now) return { do: 'wait', until: next_phase_at.getTime(), isPause: false };
  return { do: 'start_phase' };
}

/** The steps of rollouts. A step takes as long as sending the command to 100 devices; the next one is a job of its own. */
export const ROLLOUT_STEPS = defineQueue('firmware-rollout', {
  schema: z.object({ rollout_id: z.uuid(), step: z.int() }),
  concurrency: 2,
  retries: 20,
  retryDelayS: 1,
  timeoutS: 120,
});

/** Schedules the next step of a rollout in a transaction; jobs of earlier steps then do nothing. */
export async function scheduleStep(
  trx: Kysely<Database>,
  jobs: Jobs,
  rollout_id: string,
  startAfter?: Date,
): Promise<void> {
  const step = await nextStep(trx, rollout_id);
  await jobs.send(trx, ROLLOUT_STEPS, { rollout_id, step }, startAfter && { startAfter });
}

/** Schedules a step for running rollouts that no job has looked at for two minutes, except in the pause between two phases. */
export async function resumeStalledRollouts({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  for (const id of await findStalledRollouts(db)) await transact(db, (trx) => scheduleStep(trx, jobs, id));
}
