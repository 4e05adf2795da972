import { ingestClientId } from '@belfry/schemas/mqtt/shards';
import mqtt from 'mqtt';
import type { Kysely } from 'kysely';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { isDatabaseAway } from '../../db/errors.ts';
import type { Logger } from '../../log.ts';
import type { ShardRoutes } from '../../mqtt-engine.ts';
import { SERVICE_USERNAME } from '../publisher.ts';
import { findUnusedNumbers, forgetNumber } from './leases.sql.ts';

const INTERVAL_MS = 30_000;
const CONNECT_TIMEOUT_MS = 5_000;

type UnusedSessionsDeps = { db: Kysely<Database>; log: Logger; config: Config; routes: ShardRoutes | null };

/**
 * Ends the sessions of other numbers of shards once no instance uses them, at the start and every 30 s: a broker would queue for
 * them, for days, what the present sessions receive. The releases before shards had one session, which is that of one shard.
 */
export function startSessionCleanup({ db, log, config, routes }: UnusedSessionsDeps): { stop(): void } {
  let busy = false;

  async function endSession(clientId: string): Promise<void> {
    const { MQTT_URL, SERVICE_SECRET: password } = config;
    const options = { clientId, username: SERVICE_USERNAME, password, clean: true, reconnectPeriod: 0 };
    const client = await mqtt.connectAsync(MQTT_URL, { ...options, connectTimeout: CONNECT_TIMEOUT_MS });
    await client.endAsync();
  }

  async function endUnused(): Promise<void> {
    for (const shards of await findUnusedNumbers(db, config.INGEST_SHARDS)) {
      for (let shard = 0; shard < shards; shard++) await endSession(ingestClientId(shard, shards));
      await routes?.remove(shards);
      await forgetNumber(db, shards);
      log.info({ shards }, 'the sessions of another number of shards are ended');
    }
  }

  function run(): void {
    if (busy) return;
    busy = true;
    endUnused()
      .catch((error: unknown) => {
        if (!isDatabaseAway(error)) log.debug({ err: error }, 'unused sessions were not ended');
      })
      .finally(() => {
        busy = false;
      });
  }

  const timer = setInterval(run, INTERVAL_MS).unref();
  run();
  return { stop: () => clearInterval(timer) };
}
