import { setTimeout as delay } from 'node:timers/promises';
import type { Readiness } from '@belfry/schemas/http/service/health';
import type { Deps } from '../../deps.ts';
import { countWaitingJobs } from '../../jobs/index.ts';
import { findWarnings } from '../../quotas/quotas.ts';

/** The shards of the ingest as this instance saw them last, and how long its oldest uncommitted message waits, in seconds. */
export type IngestState = { shards: { held: number; total: number; unheld: number }; lagS: number };

declare module '../../deps.ts' {
  interface Deps {
    /** The names of the batchers that have been waiting for a commit too long. */
    stuckBatches: () => string[];
    ingest: () => IngestState;
  }
}

const PART_TIMEOUT_MS = 1_000;

/** Checks each dependency of the api. Never throws. */
export async function checkReadiness({
  db,
  long,
  broker,
  files,
  stuckBatches,
  ingest,
}: Pick<Deps, 'db' | 'broker' | 'long' | 'files' | 'stuckBatches' | 'ingest'>): Promise<Readiness> {
  const stuck = stuckBatches();
  const { shards, lagS } = ingest();
  const up = { postgres: await isPostgresReady(db), broker: broker.connected, ingest: stuck.length === 0 };
  const failed = (['postgres', 'broker', 'ingest'] as const).filter((part) => !up[part]);
  const stateOf = (ok: boolean) => (ok ? ('ok' as const) : ('down' as const));
  return {
    status: stateOf(failed.length === 0),
    postgres: stateOf(up.postgres),
    broker: stateOf(up.broker),
    ingest: stateOf(up.ingest),
    files: stateOf(
      await withinTimeout(
        files.check().then(() => true),
        false,
      ),
    ),
    read_replica: long.replica(),
    stuck_batches: stuck,
    ingest_shards: shards,
    lag_seconds: lagS,
    waiting_jobs: up.postgres ? await withinTimeout(countWaitingJobs(db), null) : null,
    quota_warnings: up.postgres ? await withinTimeout(findWarnings(db), []) : [],
    failed,
  };
}

/** Reads a user, since a database that is not migrated, or has no first account yet, is not ready either. */
const isPostgresReady = (db: Deps['db']): Promise<boolean> =>
  withinTimeout(
    db
      .selectFrom('users')
      .select('id')
      .limit(1)
      .execute()
      .then((rows) => rows.length > 0),
    false,
  );

/** `otherwise` if it fails or takes too long. */
const withinTimeout = <T, O>(answer: Promise<T>, otherwise: O): Promise<T | O> =>
  Promise.race([answer.catch(() => otherwise), delay(PART_TIMEOUT_MS, otherwise, { ref: false })]);
