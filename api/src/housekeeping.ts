import type { Deps } from './deps.ts';
import { isDatabaseAway } from './db/errors.ts';
import { deleteExpiredKeys } from './features/auth/auth.service.ts';
import { deletePassedLimits } from './http/rate-limit.ts';

const EVERY_MS = 3_600_000;

/** Sweeps out once an hour what nobody can use any more: dead user keys and rate limits that have passed. */
export function startHousekeeping({ db, log }: Pick<Deps, 'db' | 'log'>): { stop(): void } {
  const sweep = async (): Promise<void> => {
    await deletePassedLimits(db);
    await deleteExpiredKeys(db);
  };
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => {
      if (!isDatabaseAway(error)) log.error({ err: error }, 'housekeeping failed');
    });
  }, EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
