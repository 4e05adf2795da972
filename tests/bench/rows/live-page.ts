import { setTimeout as delay } from 'node:timers/promises';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { livePagesHttp } from '@belfry/schemas/http/live-pages/live-pages';
import { PAGE_FRAME_MS } from '@belfry/schemas/mqtt/page-frames';
import type { Pool } from 'pg';
import { createHttpClient, success } from '../../support/http-client.ts';
import { mustTalk, type Talker } from '../../support/live-pages.ts';
import { until } from '../../support/until.ts';
import { type Belfry, startBelfry } from '../lib/belfry.ts';
import type { Measurement, Row } from '../lib/row.ts';
import { startSimulatedFleet } from '../lib/simulated-fleet.ts';
import { quantile } from '../lib/statistics.ts';
import { insertTree } from '../lib/trees.ts';

const DEVICES = 500;
const SECONDS = 30;
const FRAMES = (SECONDS * 1_000) / PAGE_FRAME_MS;
/** Frames of a thousand that are lost or late. */
const MISSED_MAX = 1;
const COMMAND_MS = 500;
const COMMAND_EVERY_MS = 250;
const TIMEOUT_MS = 60_000;

/** Speaks for 30 s. @returns the times of commands to one of the devices meanwhile, in ms */
async function speak(talker: Talker, command: () => Promise<number>): Promise<number[]> {
  const from = Date.now();
  const times: Promise<number>[] = [];
  for (let seq = 0; seq < FRAMES; seq++) {
    const due = from + (seq + 1) * PAGE_FRAME_MS;
    await delay(Math.max(0, due - Date.now()));
    talker.say(seq, { capturedAt: due - PAGE_FRAME_MS, packet: PACKET });
    if ((seq * PAGE_FRAME_MS) % COMMAND_EVERY_MS < PAGE_FRAME_MS) times.push(command());
  }
  talker.finish(FRAMES);
  await talker.closed;
  return Promise.all(times);
}

/** 40 ms of speech at 24 kbit/s, in SILK of one channel. The fleet does not decode it. */
const PACKET = Buffer.alloc(120, 7);
PACKET[0] = 10 << 3;

type Heard = { answers: number; frames: number; missed: number; latency_ms: number };

/** What the devices have told at the end of the page. */
async function heardIn(pool: Pool, pageId: string): Promise<Heard> {
  const { rows } = await pool.query<Heard>(
    `select count(*)::int as answers, coalesce(sum((c.result ->> 'frames')::int), 0)::int as frames,
       coalesce(sum((c.result ->> 'late')::int + (c.result ->> 'lost')::int), 0)::int as missed,
       coalesce(percentile_disc(0.95) within group (order by (c.result ->> 'latency_ms')::int), 0)::int as latency_ms
     from pages p join command_deliveries c on c.command_id = p.close_command_id where p.page_id = $1 and c.state = 'succeeded'`,
    [pageId],
  );
  return rows[0] ?? { answers: 0, frames: 0, missed: 0, latency_ms: 0 };
}

/** Records that devices have published and that are not stored. */
async function countLost(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ lost: number }>(
    `select coalesce(sum(missing), 0)::int as lost from (
       select max(seq) - min(seq) + 1 - count(distinct seq) as missing from metrics group by device_id) m`,
  );
  return rows[0]?.lost ?? 0;
}

async function talkTo({ pool, key, httpPort }: Belfry, main: number): Promise<number> {
  const http = createHttpClient(`http://127.0.0.1:${httpPort}`);
  const body = { targets: { nodes: [main] }, chime: 'none' as const };
  const page = await success(http.call(livePagesHttp.open, { key }, body));
  if (page.path !== 'http') throw new Error(`the frames travel by ${page.path}`);
  const talker = await mustTalk(http, page.audio_url);
  // On a busy machine some join late.
  await talker.until('all are ready', ({ counts: { ready = 0, late = 0 } }) => ready + late === DEVICES);
  const { rows } = await pool.query<{ serial: string }>('select serial from devices order by device_id limit 1');
  const serial = rows[0]?.serial ?? '';
  const command = async (): Promise<number> => {
    const begun = performance.now();
    const params = { channel: 0, volume: 50 };
    await success(http.call(commandsHttp.sendAndWait, { key }, { serial, command: 'set_volume', params }));
    return performance.now() - begun;
  };
  const times = await speak(talker, command);
  const heard = await until(
    'what they have heard',
    () => heardIn(pool, page.page_id),
    ({ answers }) => answers === DEVICES,
    TIMEOUT_MS,
  );
  const p99 = quantile(
    times.toSorted((a, b) => a - b),
    0.99,
  );
  const lost = await countLost(pool);
  process.stdout.write(
    `  ${heard.frames} of ${FRAMES * DEVICES} frames are heard, ${heard.missed} lost or late, the others left out to catch up; ` +
      `capture to sound p95 ${heard.latency_ms} ms; a command p99 ${p99.toFixed(0)} ms; ${lost} records lost\n`,
  );
  if (lost > 0) throw new Error(`${lost} records are lost`);
  if (p99 > COMMAND_MS) throw new Error(`a command took ${p99.toFixed(0)} ms`);
  return (heard.missed / (FRAMES * DEVICES)) * 1_000;
}

async function prepare(): Promise<Measurement> {
  const belfry = await startBelfry({ MAX_CONNECTIONS_PER_ADDRESS: '5000' });
  const fleet = await startSimulatedFleet(belfry, {
    devices: DEVICES,
    intervalS: 1,
    rampS: 20,
    settleMs: 5_000,
    core: 0,
  });
  const tree = { elements: 10, companies: 10, devices: DEVICES, bound: DEVICES };
  const main = await insertTree(belfry.pool, belfry.userId, tree);
  await until(
    'all play live pages',
    async () => (await belfry.pool.query(`select from device_state where status = 'online' and takes_pages`)).rowCount,
    (online) => online === DEVICES,
    TIMEOUT_MS,
  );
  return {
    title: `a live page of ${SECONDS} s to ${DEVICES} simulated devices: frames that are lost or late`,
    unit: '‰',
    ours: 'Belfry',
    contenders: [{ name: 'Belfry', round: () => talkTo(belfry, main) }],
    targets: [{ atMost: MISSED_MAX, unit: '‰' }],
    notes: [
      `The frames travel by HTTP streams. Each device publishes a record a second meanwhile, none of which may be lost, and one gets a command ` +
        `each ${COMMAND_EVERY_MS} ms (p99 at most ${COMMAND_MS} ms). The fleet is one process beside the broker, which decodes nothing. What a device leaves out to catch up after a stall of the speaker is printed only.`,
    ],
    rounds: 3,
    warmUp: false,
    stop: async () => {
      await fleet.stop();
      await belfry.stop();
    },
  };
}

/** Somebody speaks to many places. */
export const livePage: Row = { name: 'live-page', prepare };
