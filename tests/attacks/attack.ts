import type { Config } from '@belfry/api/config/config';
import type { Database } from '@belfry/api/db/database';
import type { Kysely } from 'kysely';
import { fromIp } from '../support/limits.ts';
import type { HttpClient } from '../support/http-client.ts';
import { until } from '../support/until.ts';

export type Target = HttpClient & {
  db: Kysely<Database>;
  config: Pick<Config, 'DATA_DIR'>;
  mqttUrl: string;
};

/** A row of the results. */
export type Attack = {
  name: string;
  how: string;
  rounds: number;
  /** Between two rounds, in which the attackers go on. */
  pauseMs?: number;
  /** Sets up an honest organisation. `measure` returns milliseconds; `begin` returns when the attackers have what they get. */
  prepare: (target: Target) => Promise<{
    measure: () => Promise<number>;
    begin: () => Promise<{ held: () => string; end: () => void }>;
  }>;
};

export const ATTACKERS = 6;

let last = 0;
/** Each time another one, for names and texts. */
export const nextNumber = (): number => (last += 1);

export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** Addresses of the network for measurements of speed (RFC 2544). */
export const address = (index: number) => ({ headers: fromIp(`198.18.${index >> 8}.${index & 255}`) });

export const accepted = ({ status, body }: { status: number; body: unknown }): void => {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
};

export const summary = (statuses: readonly number[]): string =>
  [...Map.groupBy(statuses, (status) => status)].map(([status, { length }]) => `${length} × ${status}`).join(', ');

/** Waits until the newest message to this address or number is with its carrier. */
export const untilWithCarrier = async ({ db }: Target, recipient: string): Promise<void> =>
  until(`a message to ${recipient}`, async () => {
    const newest = db.selectFrom('outgoing_messages').select('sent_at').where('recipient', '=', recipient);
    const row = await newest.orderBy('id', 'desc').limit(1).executeTakeFirst();
    return row !== undefined && row.sent_at !== null;
  }).then(() => undefined);
