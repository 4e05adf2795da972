import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { letPass } from '@belfry/schemas/testing/clock';
import { RawClient } from '@belfry/broker/testing/raw-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startEchoProbe, type EchoProbe } from '../support/devices/echo.ts';
import { startHeartbeats, type HeartbeatFleet } from '../support/devices/heartbeat-fleet.ts';
import { measureFloor, QUICK_FLOOR_MS } from '../support/machine-floor.ts';
import { launchProduct, type Enrolled, type LaunchedProduct } from '../support/processes/launched-product.ts';
import { until } from '../support/until.ts';
import type { Input } from './attacks/run.ts';

const HEALTHY = 20;
const ATTACKERS = 10;
const WINDOW_MS = 1_200;
/** A smaller limit would measure the test machine rather than the product, whose work takes longer on a slow one. */
const MIN_ALLOWED_MS = 50 * Math.max(1, measureFloor() / QUICK_FLOOR_MS);
/** Attacks run on the same machine, so the allowed delay grows with the latency of an uninvolved echo process. */
const MACHINE_FACTOR = 3;
/** Per process, over all attacks together, which cause tens of thousands of rejections. */
const MAX_LOG_LINES = 150;
const MEMORY_MIB = 600;

type Measurement = { ms: number; allowed: number };

let belfry: LaunchedProduct;
let fleet: HeartbeatFleet;
let echo: EchoProbe;
let attackers: Enrolled[];
let unconnected: Enrolled;
let logLinesBefore: number;
const attacks: ChildProcess[] = [];

const logLines = (): number => belfry.logOf('broker').length + belfry.logOf('api').length;

beforeAll(async () => {
  belfry = await launchProduct();
  const enrolled = await belfry.enrol(HEALTHY + ATTACKERS + 1);
  unconnected = enrolled.pop()!;
  attackers = enrolled.splice(HEALTHY);
  echo = await startEchoProbe();
  fleet = await startHeartbeats(belfry.mqttPort, enrolled);
  await until(
    'the first heartbeats',
    () => fleet.takeDelays().count,
    (count) => count > 0,
  );
  logLinesBefore = logLines();
});

afterEach(async () => {
  for (const attack of attacks.splice(0)) {
    const ended = once(attack, 'exit');
    attack.kill('SIGKILL');
    await ended;
  }
});
afterAll(async () => {
  fleet.stop();
  echo.stop();
  await belfry.stop();
});

/** Measures the p99 delay of healthy devices' messages in the next window, and the delay that is allowed on this machine. */
async function measureWindow(): Promise<Measurement> {
  fleet.takeDelays();
  echo.takeP99();
  await letPass(WINDOW_MS);
  const { p99, count } = fleet.takeDelays();
  return { ms: count === 0 ? WINDOW_MS : p99, allowed: Math.max(MIN_ALLOWED_MS, MACHINE_FACTOR * echo.takeP99()) };
}

function startAttack(name: Input['attack']): void {
  const input: Input = { attack: name, port: belfry.mqttPort, devices: attackers };
  const program = join(import.meta.dirname, 'attacks/run.ts');
  attacks.push(spawn(process.execPath, [program, JSON.stringify(input)], { stdio: ['ignore', 'ignore', 'inherit'] }));
}

describe('healthy devices are not delayed or disconnected by', () => {
  it.each<[title: string, attack: Input['attack']]>([
    ['half-open connections', 'halfOpen'],
    ['garbage instead of a CONNECT', 'garbage'],
    ['CONNECT packets that are never completed', 'slowLoris'],
    ['huge topics and packets', 'hugeTopics'],
    ['ten thousand subscriptions', 'manySubscriptions'],
    ['a flood of wildcard subscriptions', 'wildcardFlood'],
    ['repeated publishing on a forbidden topic', 'forbiddenPublish'],
    ['a thousand wrong passwords a second', 'wrongPasswords'],
  ])('%s', async (_title, name) => {
    const baseline = await measureWindow();
    startAttack(name);
    // Best of three, since an attack is constant and other load on the machine is not.
    const windows = [await measureWindow(), await measureWindow(), await measureWindow()];
    const [best] = windows.toSorted((a, b) => a.ms / a.allowed - b.ms / b.allowed) as [Measurement];
    const allowed = Math.max(2 * baseline.ms, best.allowed);
    expect(fleet.allConnected()).toBe(true);
    // The last message of each device may still be on its way.
    await until(
      'no message is missing',
      () => fleet.takeDelays().missing,
      (missing) => missing <= HEALTHY,
    );
    expect(best.ms, `${baseline.ms} ms without the attack`).toBeLessThan(allowed);
    expect(attacks[0]?.exitCode).toBeNull();
  });
});

describe('after the attacks', () => {
  it('the log has at most 150 lines and no process was restarted', () => {
    expect(logLines() - logLinesBefore).toBeLessThan(MAX_LOG_LINES);
    expect(belfry.launcher.lines.filter((line) => line.includes('stopped'))).toEqual([]);
    expect(belfry.memoryOf('broker')).toBeLessThan(MEMORY_MIB);
  });

  it('a new device can connect soon after: two tries a second of an address with too many wrong keys are let through', async () => {
    const { serial, key } = unconnected;
    const connect = async (): Promise<number> => {
      const client = await RawClient.open(belfry.mqttPort);
      const code = await client.connect({ clientId: serial, username: serial, password: Buffer.from(key) });
      client.destroy();
      return code;
    };
    await until('the device is connected', connect, (code) => code === 0, 10_000);
  });
});
