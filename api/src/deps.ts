import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { BrokerGateway } from './broker-gateway.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/database.ts';
import type { LongStatements } from './db/long-statements.ts';
import type { Jobs } from './jobs/index.ts';
import type { Logger } from './log.ts';
import type { Uploads } from './http/files/uploads.ts';
import type { WrongKeys } from './http/routes/wrong-keys.ts';
import type { ConsoleEvents } from './mqtt/console-events.ts';
import type { FileStore } from './storage/index.ts';

/** The shards of the ingest as this instance saw them last, and how long its oldest uncommitted message waits, in seconds. */
export type IngestState = {
  shards: { held: number; total: number; unheld: number };
  lagS: number;
  leads: boolean;
};

/**
 * What features work with, created once by composition/start-deps.ts. A feature that provides a service adds it here with
 * `declare module`, beside the type of the service. A function names what it uses: `Pick<Deps, 'db' | 'events'>`.
 */
export interface Deps {
  config: Config;
  log: Logger;
  pool: pg.Pool;
  db: Kysely<Database>;
  long: LongStatements;
  events: ConsoleEvents;
  broker: BrokerGateway;
  ingest: () => IngestState;
  stuckBatches: () => string[];
  jobs: Jobs;
  uploads: Uploads;
  files: FileStore;
  wrongKeys: WrongKeys;
}
