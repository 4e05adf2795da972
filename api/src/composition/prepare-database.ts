import { setTimeout as delay } from 'node:timers/promises';
import { createBackoff } from '@belfry/schemas/timing/backoff';
import type { Deps } from './deps.ts';
import { checkServer } from '../db/check-server.ts';
import { isDatabaseAway } from '../db/errors.ts';
import { migrateToLatest } from '../db/migrate.ts';
import { ensureFirstRoot } from '../features/users/index.ts';
import { seedVoices } from '../features/voices/index.ts';
import type { RunningJobs } from '../jobs/index.ts';

const RETRY = { firstMs: 250, maxMs: 5_000 };

type PrepareDatabaseDeps = Pick<Deps, 'config' | 'db' | 'log'> & { jobs: Pick<RunningJobs, 'start'> };

/**
 * Checks the database, migrates the schema, creates the first root account and the first voices, and starts the background jobs. While Postgres is unavailable this is retried
 * in the background without limit; `ready` resolves when it is done. Any other error, such as a wrong password, is thrown.
 */
export async function prepareDatabase(
  deps: PrepareDatabaseDeps,
  signal: AbortSignal,
): Promise<{ ready: Promise<void> }> {
  try {
    await prepareOnce(deps);
    return { ready: Promise.resolve() };
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    deps.log.warn({ err: error }, 'Postgres is unavailable; retrying in the background');
    return { ready: retry(deps, signal) };
  }
}

/** Checks the database and migrates its schema. `node api/src/main.ts --migrate` does only this, before replicas are replaced. */
export async function prepareSchema(url: string): Promise<void> {
  await checkServer(url);
  await migrateToLatest(url);
}

async function prepareOnce({ config, db, log, jobs }: PrepareDatabaseDeps): Promise<void> {
  await prepareSchema(config.DATABASE_URL);
  await ensureFirstRoot({ config, db, log });
  await seedVoices({ db });
  await jobs.start();
}

async function retry(deps: PrepareDatabaseDeps, signal: AbortSignal): Promise<void> {
  const backoff = createBackoff(RETRY);
  while (!signal.aborted) {
    await delay(backoff.next(), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      await prepareOnce(deps);
      deps.log.info('Postgres is available');
      return;
    } catch (error) {
      if (!isDatabaseAway(error)) deps.log.error({ err: error }, 'the database could not be prepared');
    }
  }
}
