import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { startStandaloneBroker } from '../lib/broker.ts';
import { node, start } from '../lib/processes.ts';
import type { Measurement, Row } from '../lib/row.ts';
import { residentMib } from '../lib/usage.ts';

const WANTED_DEVICES = 20_000;
/** Descriptors of the broker besides its connections. */
const OTHER_FILES = 500;
const INTERVAL_MS = 30_000;
const REPORT_MS = 1_000;
/** The idle broker has loaded everything by then. */
const WARM_UP_MS = 3_000;

/** How many devices the limit of open files allows. */
function devicesAllowed(): number {
  const limit = Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }));
  return Number.isFinite(limit) ? Math.min(WANTED_DEVICES, limit - OTHER_FILES) : WANTED_DEVICES;
}

async function prepare(): Promise<Measurement> {
  const devices = devicesAllowed();
  const broker = await startStandaloneBroker();
  await delay(WARM_UP_MS);
  const idle = residentMib(broker.pid);
  const input = {
    port: broker.mqttPort,
    devices,
    password: 'bench',
    intervalMs: INTERVAL_MS,
    reportEveryMs: REPORT_MS,
  };
  const fleet = start(node('tests/bench/load/connected.ts', JSON.stringify(input)), { core: 1 });
  await fleet.line((line) => line === 'connected');
  let acknowledged = 0;
  async function round(): Promise<number> {
    // As many messages as the devices publish in one interval, so each has had its turn.
    const enough = acknowledged + devices * 0.9;
    const counted = await fleet.line((line) => line.startsWith('{') && acknowledgedIn(line) >= enough);
    acknowledged = acknowledgedIn(counted);
    return ((residentMib(broker.pid) - idle) * 1_024) / devices;
  }
  return {
    title: `${devices.toLocaleString('en')} connected devices, one message in 30 s each: the broker’s memory per connection`,
    unit: 'kB',
    ours: 'Belfry broker',
    contenders: [{ name: 'Belfry broker', round }],
    targets: [{ atMost: 25, unit: 'kB' }],
    notes: [
      'Growth of resident memory since before the first connection, with last wills, retained statuses, four subscriptions each and what is not collected yet.',
      `As many devices as the limit of open files allows, at most ${WANTED_DEVICES.toLocaleString('en')}.`,
    ],
    rounds: 3,
    warmUp: false,
    stop: async () => {
      await fleet.stop();
      await broker.stop();
    },
  };
}

const acknowledgedIn = (line: string): number => (JSON.parse(line) as { acknowledged: number }).acknowledged;

/** Devices that are connected and seldom publish: what each of them costs the broker. */
export const connectionMemory: Row = { name: 'connection-memory', prepare };
