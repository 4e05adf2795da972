import { setTimeout as delay } from 'node:timers/promises';
import { startBelfry } from '../lib/belfry.ts';
import type { Measurement, Row } from '../lib/row.ts';
import { startSimulatedFleet } from '../lib/simulated-fleet.ts';
import { cpuSeconds, residentMib } from '../lib/usage.ts';

const DEVICES = 5_000;
/** With one record per device in this interval the fleet publishes 1,000 messages a second. */
const INTERVAL_S = 5;
const MIN_PER_SECOND = 950;
const RAMP_S = 25;
/** After the ramp the last devices enrol and exchange statuses and configurations. */
const SETTLE_MS = 10_000;
/** The heap grows until its first full collections; only later growth indicates a leak. */
const HEAP_SETTLE_MS = 90_000;
const ROUND_MS = 45_000;

async function prepare(
  title: string,
  unit: string,
  figure: (broker: number) => Promise<number>,
  atMost: number,
  settleMs: number,
): Promise<Measurement> {
  const belfry = await startBelfry();
  const fleet = await startSimulatedFleet(belfry, { devices: DEVICES, intervalS: INTERVAL_S, rampS: RAMP_S, settleMs });
  const stored = async (): Promise<number> => {
    const { rows } = await belfry.pool.query<{ count: number }>('select count(*)::int as count from metrics');
    return rows[0]?.count ?? 0;
  };
  /** The value is valid only if the records of the whole fleet were stored during the round. */
  async function round(): Promise<number> {
    const [before, begun] = [await stored(), performance.now()];
    const value = await figure(belfry.pids.broker);
    const perSecond = ((await stored()) - before) / ((performance.now() - begun) / 1_000);
    if (perSecond < MIN_PER_SECOND) throw new Error(`only ${Math.round(perSecond)} metrics a second were stored`);
    return value;
  }
  return {
    title: `${DEVICES.toLocaleString('en')} simulated devices, 1,000 metrics a second: ${title}`,
    unit,
    ours: 'Belfry broker',
    contenders: [{ name: 'Belfry broker', round }],
    targets: [{ atMost, unit }],
    notes: [
      `A round is ${ROUND_MS / 1_000} s with all sessions held, the first one ${settleMs / 1_000} s after the last device connected. The short form of \`npm run soak\`, whose curve is below.`,
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

/** Growth of resident memory during a round, in MiB. */
async function growth(pid: number): Promise<number> {
  const before = residentMib(pid);
  await delay(ROUND_MS);
  return residentMib(pid) - before;
}

/** Processor time and memory of the broker with a connected fleet. */
export const fleetRows: Row[] = [
  { name: 'fleet', prepare: () => prepare('the broker’s processor', 'cores', coresUsed, 0.5, SETTLE_MS) },
  {
    name: 'fleet-memory',
    prepare: () => prepare('the broker’s memory, growth in a round', 'MiB', growth, 10, HEAP_SETTLE_MS),
  },
];
