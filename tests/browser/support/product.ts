import type { Database } from '@belfry/api/db/database';
import type { Kysely } from 'kysely';
import type { HttpClient } from '../../support/http-client.ts';

/** What a story needs of the running product; the api serves the built console. */
export type Product = HttpClient & {
  db: Kysely<Database>;
  mqttUrl: string;
  wsUrl: string;
};
