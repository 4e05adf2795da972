import { setTimeout as delay } from 'node:timers/promises';
import { healthHttp, type Readiness } from '@belfry/schemas/http/service/health';
import { quotasHttp } from '@belfry/schemas/http/service/quotas';
import { realtimeHttp } from '@belfry/schemas/http/service/realtime';
import type { Request } from 'express';
import type { Config } from '../../config/config.ts';
import { ENGINE_RETAINS } from '../../config/engine.ts';
import type { Deps } from '../../deps.ts';
import { Reply } from '../../http/routes/route.ts';
import { countWaitingJobs } from '../../jobs/index.ts';
import { findWarnings, readQuotas } from '../../quotas/quotas.repository.ts';
import { serve } from '../../serve.ts';
import { BELFRY_VERSION } from '../../version.ts';

export const healthRoutes = [
  serve(healthHttp.live, { access: 'public' }, () => ({ status: 'ok' as const, version: BELFRY_VERSION })),
  serve(healthHttp.ready, { access: 'public' }, async ({ deps }) => {
    const readiness = await checkReadiness(deps);
    return Reply.of(readiness, { status: readiness.status === 'ok' ? 200 : 503 });
  }),
];

/** The address of the broker, which the console needs to work. */
export const consoleRoutes = [
  serve(realtimeHttp.socket, { access: 'signed-in' }, ({ deps, req }) => ({
    url: socketUrl(deps.config, req),
    retains: ENGINE_RETAINS[deps.config.MQTT_ENGINE],
    tiles: tilesOf(deps.config),
  })),
];

export const quotasRoutes = [serve(quotasHttp.read, { access: 'admin' }, ({ deps }) => readQuotas(deps.db))];

const tilesOf = ({ MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION }: MapConfig) =>
  url === undefined ? null : { url, attribution: MAP_TILES_ATTRIBUTION ?? null };

type MapConfig = Pick<Config, 'MAP_TILES_URL' | 'MAP_TILES_ATTRIBUTION'>;
type SocketConfig = Pick<Config, 'MQTT_WS_URL' | 'MQTT_WS_PORT' | 'MQTT_ENGINE'>;

/** The address of the broker's WebSocket listener: the configured one, or MQTT_WS_PORT on the host of the request. */
function socketUrl({ MQTT_WS_URL, MQTT_WS_PORT }: SocketConfig, { protocol, hostname }: Request): string {
  if (MQTT_WS_URL) return MQTT_WS_URL;
  return `${protocol === 'https' ? 'wss' : 'ws'}://${hostname}:${MQTT_WS_PORT}/mqtt`;
}

const PART_TIMEOUT_MS = 1_000;

/** Never throws. */
async function checkReadiness({
  db,
  long,
  broker,
  files,
  stuckBatches,
  ingest,
  backups,
}: Pick<Deps, 'db' | 'broker' | 'long' | 'files' | 'stuckBatches' | 'ingest' | 'backups'>): Promise<Readiness> {
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
    backup: up.postgres ? await withinTimeout(backups.state(), 'unknown' as const) : 'unknown',
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

const withinTimeout = <T, O>(answer: Promise<T>, otherwise: O): Promise<T | O> =>
  Promise.race([answer.catch(() => otherwise), delay(PART_TIMEOUT_MS, otherwise, { ref: false })]);
