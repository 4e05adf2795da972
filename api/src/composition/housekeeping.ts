import type { Deps } from './deps.ts';
import { isDatabaseAway } from '../db/errors.ts';
import { deleteExpiredKeys } from '../features/auth/index.ts';
import { deleteOldApprovals } from '../features/device-approvals/index.ts';
import { deleteOldTokens } from '../features/one-time-tokens/index.ts';
import { deleteOldMessages } from '../features/outbox/index.ts';
import { sweepAbandonedRegistrations } from '../features/users/index.ts';
import { deletePassedLimits } from '../http/rate-limit.repository.ts';

const EVERY_MS = 3_600_000;
/** More often: every address that calls leaves a row. */
const LIMITS_EVERY_MS = 60_000;
/** Messages stay on the Outbox page for so long. */
const MESSAGES_DAYS = 30;
/** Claims nobody has decided on, and devices that have stopped asking for a key. */
const APPROVAL_AGES = { claimDays: 30, enrolmentDays: 1 };

type HousekeepingDeps = Pick<Deps, 'db' | 'log' | 'auth' | 'broker' | 'events'>;

/** Removes what nobody can use any more: dead keys and tokens, passed rate limits, old messages. */
export async function sweep({ db }: Pick<Deps, 'db'>): Promise<void> {
  await deletePassedLimits(db);
  await deleteExpiredKeys(db);
  await deleteOldTokens(db);
  await deleteOldMessages(db, MESSAGES_DAYS);
  await deleteOldApprovals(db, APPROVAL_AGES);
}

/** Sweeps once an hour, with registrations that nobody has confirmed; rate limits once a minute. */
export function startHousekeeping(deps: HousekeepingDeps): { stop(): void } {
  const { db, log } = deps;
  const repeat = (task: () => Promise<unknown>, everyMs: number): NodeJS.Timeout =>
    setInterval(() => {
      task().catch((error: unknown) => {
        if (!isDatabaseAway(error)) log.error({ err: error }, 'housekeeping failed');
      });
    }, everyMs).unref();
  const timers = [
    repeat(() => sweep(deps), EVERY_MS),
    repeat(() => sweepAbandonedRegistrations(deps), EVERY_MS),
    repeat(() => deletePassedLimits(db), LIMITS_EVERY_MS),
  ];
  return { stop: () => timers.forEach((timer) => clearInterval(timer)) };
}
