import { setTimeout as delay } from 'node:timers/promises';
import type { Readiness } from '@belfry/schemas/http/health';
import type { HealthDeps } from './deps.ts';

const POSTGRES_TIMEOUT_MS = 1_000;

/** Asks each part that the api stands on. Never throws. */
export async function checkReadiness({
  pool,
  broker,
  stuckBatches,
}: Pick<HealthDeps, 'pool' | 'broker' | 'stuckBatches'>): Promise<Readiness> {
  const stuck = stuckBatches();
  const up = { postgres: await postgresAnswers(pool), broker: broker.connected, ingest: stuck.length === 0 };
  const failed = (['postgres', 'broker', 'ingest'] as const).filter((part) => !up[part]);
  const word = (ok: boolean) => (ok ? ('ok' as const) : ('down' as const));
  return {
    status: word(failed.length === 0),
    postgres: word(up.postgres),
    broker: word(up.broker),
    ingest: word(up.ingest),
    stuck_batches: stuck,
    failed,
  };
}

/** A server that is not migrated, or has no first account yet, cannot serve either. */
async function postgresAnswers(pool: HealthDeps['pool']): Promise<boolean> {
  const asked = pool.query('select 1 from users limit 1').then(
    ({ rows }) => rows.length > 0,
    () => false,
  );
  return Promise.race([asked, delay(POSTGRES_TIMEOUT_MS, false, { ref: false })]);
}
