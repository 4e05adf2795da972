import type { Deps } from './deps.ts';
import { isDatabaseAway } from './db/errors.ts';
import { deleteExpiredKeys } from './features/auth/auth.service.ts';
import { deleteOldTokens } from './features/one-time-tokens/tokens.service.ts';
import { deleteOldMessages } from './features/outbox/outbox.service.ts';
import { sweepAbandonedRegistrations } from './features/users/pending-registrations.service.ts';
import { deletePassedLimits } from './http/rate-limit.ts';

const EVERY_MS = 3_600_000;
/** Messages stay on the Outbox page for so long. */
const MESSAGES_DAYS = 30;

/** Sweeps out once an hour what nobody can use any more: dead keys and tokens, passed rate limits, old messages, and
 * registrations that nobody has confirmed. */
export function startHousekeeping(deps: Pick<Deps, 'db' | 'log' | 'auth' | 'broker' | 'events'>): { stop(): void } {
  const { db, log } = deps;
  const sweep = async (): Promise<void> => {
    await deletePassedLimits(db);
    await deleteExpiredKeys(db);
    await deleteOldTokens(db);
    await deleteOldMessages(db, MESSAGES_DAYS);
    await sweepAbandonedRegistrations(deps);
  };
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => {
      if (!isDatabaseAway(error)) log.error({ err: error }, 'housekeeping failed');
    });
  }, EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
