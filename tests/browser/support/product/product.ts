import type { Database } from '@belfry/api/db/database';
import type { Kysely } from 'kysely';
import type { HttpClient } from '../../../support/http-client.ts';

/** Access of a test to the running product. The api serves the built console. */
export type Product = HttpClient & {
  db: Kysely<Database>;
  mqttUrl: string;
  wsUrl: string;
};
