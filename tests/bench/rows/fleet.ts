import { setTimeout as delay } from 'node:timers/promises';
import { startBelfry, type Belfry } from '../lib/belfry.ts';
import { node, start, type Running } from '../lib/processes.ts';
import type { Measurement, Row } from '../lib/row.ts';
import { cpuSeconds, residentMib } from '../lib/usage.ts';

const DEVICES = 5_000;
/** A record from each device so often makes 1,000 messages a second of the fleet. */
const INTERVAL_S = 5;
const LEAST_PER_SECOND = 950;
const RAMP_S = 25;
/** After the ramp: the last ones enrol, statuses and configurations go their way. */
const SETTLE_MS = 10_000;
/** A heap grows until its first full collections; only what it does after them tells a leak. */
const COLLECTED_MS = 90_000;
const ROUND_MS = 45_000;

async function startFleet(belfry: Belfry, settleMs: number): Promise<Running> {
  const options = {
    devices: DEVICES,
    api: `http://127.0.0.1:${belfry.httpPort}`,
    internal: `http://127.0.0.1:${belfry.internalPort}`,
    mqtt: `mqtt://127.0.0.1:${belfry.mqttPort}`,
    interval: INTERVAL_S,
    // Positions of players would be as many messages again.
    position: 60,
    ramp: RAMP_S,
    flaky: 0,
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const env = { SERVICE_SECRET: belfry.secret };
  const fleet = start(node('device-firmware-sim/src/fleet.ts', ...args), { core: 1, env });
  await fleet.line((line) => line.startsWith(`connected ${DEVICES}/${DEVICES}`));
  await delay(settleMs);
  return fleet;
}

async function prepare(
  title: string,
  unit: string,
  figure: (broker: number) => Promise<number>,
  atMost: number,
  settleMs: number,
): Promise<Measurement> {
  const belfry = await startBelfry();
  const fleet = await startFleet(belfry, settleMs);
  const stored = async (): Promise<number> => {
    const { rows } = await belfry.pool.query<{ count: number }>('select count(*)::int as count from metrics');
    return rows[0]?.count ?? 0;
  };
  /** The figure means nothing unless the fleet really spoke, and was heard, at its rate. */
  async function round(): Promise<number> {
    const [before, begun] = [await stored(), performance.now()];
    const value = await figure(belfry.pids.broker);
    const perSecond = ((await stored()) - before) / ((performance.now() - begun) / 1_000);
    if (perSecond < LEAST_PER_SECOND) throw new Error(`only ${Math.round(perSecond)} metrics a second were stored`);
    return value;
  }
  return {
    title: `${DEVICES.toLocaleString('en')} simulated devices, 1,000 metrics a second: ${title}`,
    unit,
    ours: 'Belfry broker',
    contenders: [{ name: 'Belfry broker', round }],
    targets: [{ atMost, unit }],
    notes: [
      `A round is ${ROUND_MS / 1_000} s with all sessions held, the first one ${settleMs / 1_000} s after the last device came. The short form of \`npm run soak\`, whose curve stands below.`,
    ],
    rounds: 3,
    warmUp: false,
    stop: async () => {
      await fleet.stop();
      await belfry.stop();
    },
  };
}

/** Processor cores in use, on average over a round. */
async function coresUsed(pid: number): Promise<number> {
  const [before, begun] = [cpuSeconds(pid), performance.now()];
  await delay(ROUND_MS);
  return (cpuSeconds(pid) - before) / ((performance.now() - begun) / 1_000);
}

/** How far memory at the end of a round stands above where it stood before, in MiB. */
async function growth(pid: number): Promise<number> {
  const before = residentMib(pid);
  await delay(ROUND_MS);
  return residentMib(pid) - before;
}

/** What it costs the broker to hold a fleet. */
export const fleetRows: Row[] = [
  { name: 'fleet', prepare: () => prepare('the broker’s processor', 'cores', coresUsed, 0.5, SETTLE_MS) },
  {
    name: 'fleet-memory',
    prepare: () => prepare('the broker’s memory, growth in a round', 'MiB', growth, 10, COLLECTED_MS),
  },
];
