import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { BrokerGateway } from './broker-gateway.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { LongStatements } from './db/long-statements.ts';
import type { Logger } from './log.ts';
import type { ConsoleEvents } from './mqtt/console-events.ts';

/** What most features use. Each feature adds what it needs of others in a `XDeps` type of its own. */
export type CoreDeps = {
  config: Config;
  log: Logger;
  /** For prepared statements on hot paths. */
  pool: pg.Pool;
  /** The same pool, for everything else. */
  db: Kysely<Database>;
  /** Connections of their own for statements that may take long. */
  long: LongStatements;
  /** Tells consoles what to refetch. */
  events: ConsoleEvents;
  broker: BrokerGateway;
};
