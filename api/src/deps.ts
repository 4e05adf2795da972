import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { BrokerGateway } from './broker-gateway.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { LongStatements } from './db/long-statements.ts';
import type { Authenticator } from './features/auth/authenticator.ts';
import type { Commands } from './features/commands/commands.service.ts';
import type { DeviceDirectory } from './features/devices/device-directory.ts';
import type { ConsoleEvents } from './features/users/console-events.ts';
import type { FindPlace } from './features/location/geo-reader.ts';
import type { Outbox } from './features/outbox/outbox.ts';
import type { Speech } from './features/speech/speech.service.ts';
import type { VoiceSamples } from './features/voice-samples/voice-samples.ts';
import type { Logger } from './log.ts';

/** What every part of the api is handed; made once, by the composition in server.ts. */
export type Deps = {
  config: Config;
  log: Logger;
  /** For prepared statements on hot paths. */
  pool: pg.Pool;
  /** The same pool, for everything else. */
  db: Kysely<Database>;
  /** Connections of their own for what may take long. */
  long: LongStatements;
  auth: Authenticator;
  directory: DeviceDirectory;
  events: ConsoleEvents;
  broker: BrokerGateway;
  commands: Commands;
  /** What devices said and has been waiting for its commit too long, by the kind of message. */
  stuckBatches: () => string[];
  /** Sends the mail and SMS that features queue. */
  outbox: Outbox;
  /** Turns text into speech. */
  speech: Speech;
  /** What the voices of the catalogue sound like. */
  samples: VoiceSamples;
  /** Where an address is, as far as GEOIP_DB tells. */
  findPlace: FindPlace;
};
