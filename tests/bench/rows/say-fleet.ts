import { sayHttp } from '@belfry/schemas/http/announcements/say';
import type pg from 'pg';
import { createHttpClient } from '../../support/http-client.ts';
import { until } from '../../support/until.ts';
import { startBelfry } from '../lib/belfry.ts';
import type { Measurement, Row } from '../lib/row.ts';
import { startSimulatedFleet } from '../lib/simulated-fleet.ts';
import { insertTree } from '../lib/trees.ts';

const DEVICES = 5_000;
/** The fleet publishes 83 metrics a second beside. */
const FLEET = { devices: DEVICES, intervalS: 60, rampS: 25, settleMs: 10_000 };
const TREE = { elements: 10, companies: 100, devices: DEVICES, bound: DEVICES };
const SPEECH = { text: 'Attention please', language: 'en-US', voice: 'en-US-Standard-A' };
const EVENTS = ['fetched', 'started', 'finished'];
const TIMEOUT_MS = 120_000;

/** How many receipts of a run are stored, and from how many devices and events. */
async function countReceipts(pool: pg.Pool, runId: string): Promise<{ stored: number; distinct: number }> {
  const { rows } = await pool.query<{ stored: number; distinct: number }>(
    `select count(*)::int as stored, count(distinct (device_id, event))::int as distinct
     from announcement_receipts where run_id = $1 and event = any($2::text[])`,
    [runId, EVENTS],
  );
  return rows[0] ?? { stored: 0, distinct: 0 };
}

async function prepare(): Promise<Measurement> {
  const belfry = await startBelfry();
  const { pool, userId, key } = belfry;
  const http = createHttpClient(`http://127.0.0.1:${belfry.httpPort}`);
  const fleet = await startSimulatedFleet(belfry, FLEET);
  const main = await insertTree(pool, userId, TREE);
  await until(
    'all are online',
    async () => (await pool.query(`select from device_state where status = 'online'`)).rowCount,
    (online) => online === DEVICES,
    TIMEOUT_MS,
  );

  /** Seconds from the answer of the call until the last receipt is stored. */
  async function round(): Promise<number> {
    const said = await http.call(sayHttp.say, { key }, { ...SPEECH, targets: { nodes: [main] } });
    if (said.status !== 202 || said.body.devices !== DEVICES) throw new Error(`say: ${JSON.stringify(said.body)}`);
    const began = performance.now();
    const expected = DEVICES * EVENTS.length;
    const { stored } = await until(
      'all receipts',
      () => countReceipts(pool, said.body.run_id),
      ({ distinct }) => distinct === expected,
      TIMEOUT_MS,
    );
    const seconds = (performance.now() - began) / 1_000;
    if (stored !== expected) throw new Error(`${stored - expected} receipts were stored twice`);
    return seconds;
  }

  return {
    title: `say now to ${DEVICES.toLocaleString('en')} simulated devices: answer → last receipt stored`,
    unit: 's',
    ours: 'Belfry',
    contenders: [{ name: 'Belfry', round }],
    targets: [{ atMost: 10, unit: 's' }],
    notes: [
      `${EVENTS.length} receipts of each device (${EVENTS.join(', ')}), none twice. The audio, of about a second, is cached. The fleet is one process beside the api.`,
    ],
    rounds: 5,
    stop: async () => {
      await fleet.stop();
      await belfry.stop();
    },
  };
}

/** Many places hear something at once. */
export const sayFleet: Row = { name: 'say-5000', prepare };
