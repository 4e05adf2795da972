import { setTimeout as delay } from 'node:timers/promises';
import { createBackoff } from '@belfry/schemas/timing/backoff';
import { checkServer } from '../db/check-server.ts';
import { isDatabaseAway } from '../db/errors.ts';
import { migrateToLatest } from '../db/migrate.ts';
import type { Deps } from '../deps.ts';
import { ensureFirstRoot } from '../features/accounts/index.ts';
import { seedVoices } from '../features/speech/voices/index.ts';
import type { RunningJobs } from '../jobs/index.ts';
import { asError } from '../errors.ts';

const RETRY = { firstMs: 250, maxMs: 5_000 };
/** Nothing but a migration of large tables, or a server that hangs, takes longer. */
const LIMIT_MS = 30_000;
/** So long the start waits for the schema of an empty database, for which what runs in the background asks. */
const SCHEMA_MS = 3_000;

type PrepareDatabaseDeps = Pick<Deps, 'config' | 'db' | 'log'> & {
  jobs: Pick<RunningJobs, 'start'>;
  /** `prepareSchemaSoon` has done it. */
  hasSchema?: boolean;
};

/**
 * Checks the database, migrates the schema, creates the first root account and the first voices, and starts the background jobs. While Postgres is unavailable this is retried
 * in the background without limit; `ready` resolves when it is done, or after `signal`. What takes longer than `limitMs`, as a migration of large tables or another
 * replica's may, also goes on in the background. Any other error before that, such as a wrong password, is thrown.
 */
export async function prepareDatabase(
  deps: PrepareDatabaseDeps,
  signal: AbortSignal,
  limitMs = LIMIT_MS,
): Promise<{ ready: Promise<void> }> {
  const first = attempt(deps);
  const outcome = await Promise.race([first, delay(limitMs, 'running' as const, { ref: false })]);
  if (outcome === 'done') return { ready: Promise.resolve() };
  if (outcome === 'running') {
    deps.log.warn('the database is not prepared yet; the api starts meanwhile');
  } else {
    if (!isDatabaseAway(outcome)) throw outcome;
    deps.log.warn({ err: outcome }, 'Postgres is unavailable; retrying in the background');
  }
  return { ready: retryAfter(first, deps, signal) };
}

/** Checks the database and migrates its schema. `node api/src/main.ts --migrate` does only this, before replicas are replaced. */
export async function prepareSchema(url: string): Promise<void> {
  await checkServer(url);
  await migrateToLatest(url);
}

/** For what asks for tables from the start on. False where Postgres is unavailable or takes longer: `prepareDatabase` does it then. */
export const prepareSchemaSoon = (url: string): Promise<boolean> =>
  Promise.race([
    prepareSchema(url).then(
      () => true,
      () => false,
    ),
    delay(SCHEMA_MS, false, { ref: false }),
  ]);

async function prepareOnce({ config, db, log, jobs, hasSchema = false }: PrepareDatabaseDeps): Promise<void> {
  if (!hasSchema) await prepareSchema(config.DATABASE_URL);
  await ensureFirstRoot({ config, db, log });
  await seedVoices({ db });
  await jobs.start();
}

const attempt = (deps: PrepareDatabaseDeps): Promise<'done' | Error> =>
  prepareOnce(deps).then(() => 'done' as const, asError);

async function retryAfter(
  first: Promise<'done' | Error>,
  deps: PrepareDatabaseDeps,
  signal: AbortSignal,
): Promise<void> {
  const backoff = createBackoff(RETRY);
  let outcome = await first;
  while (!signal.aborted) {
    if (outcome === 'done') {
      deps.log.info('the database is prepared');
      return;
    }
    if (!isDatabaseAway(outcome)) deps.log.error({ err: outcome }, 'the database could not be prepared');
    await delay(backoff.next(), undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) outcome = await attempt({ ...deps, hasSchema: false });
  }
}
