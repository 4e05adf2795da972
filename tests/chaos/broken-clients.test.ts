import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { RawClient } from '@belfry/broker/testing/raw-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startHeartbeats, type HeartbeatFleet } from '../support/heartbeat-fleet.ts';
import { startLaunched, type Enrolled, type Launched } from '../support/launched.ts';
import { until } from '../support/until.ts';
import type { Input } from './storms/run.ts';

const HEALTHY = 20;
const ROGUES = 10;
const WINDOW_MS = 1_500;
/** Below this it is the storms' share of the test's own machine that is measured. */
const FLOOR_MS = 100;
/** Of each part, over all the storms together: tens of thousands of refusals. */
const MOST_LINES = 150;
const MEMORY_MIB = 600;

let belfry: Launched;
let fleet: HeartbeatFleet;
let rogues: Enrolled[];
let newcomer: Enrolled;
let linesBefore: number;
const storms: ChildProcess[] = [];

const lines = (): number => belfry.logOf('broker').length + belfry.logOf('api').length;

beforeAll(async () => {
  belfry = await startLaunched();
  const enrolled = await belfry.enrol(HEALTHY + ROGUES + 1);
  newcomer = enrolled.pop()!;
  rogues = enrolled.splice(HEALTHY);
  fleet = await startHeartbeats(belfry.mqttPort, enrolled);
  await until(
    'the first beats',
    () => fleet.take().count,
    (count) => count > 0,
  );
  linesBefore = lines();
}, 60_000);

afterEach(async () => {
  for (const storm of storms.splice(0)) {
    const ended = once(storm, 'exit');
    storm.kill('SIGKILL');
    await ended;
  }
});
afterAll(async () => {
  fleet.stop();
  await belfry.stop();
});

/** What a healthy device's messages take there and back, in the next window. None may go missing. */
async function p99(): Promise<number> {
  fleet.take();
  await delay(WINDOW_MS);
  const { p99, count, missing } = fleet.take();
  expect(count).toBeGreaterThan(HEALTHY);
  // What has just been sent is on its way.
  expect(missing).toBeLessThan(count);
  return p99;
}

function storm(name: Input['storm']): void {
  const input: Input = { storm: name, port: belfry.mqttPort, devices: rogues };
  const program = join(import.meta.dirname, 'storms/run.ts');
  storms.push(spawn(process.execPath, [program, JSON.stringify(input)], { stdio: ['ignore', 'ignore', 'inherit'] }));
}

describe('the healthy fleet does not feel', () => {
  it.each<[what: string, storm: Input['storm']]>([
    ['half-open connections', 'halfOpen'],
    ['garbage in the place of a CONNECT', 'garbage'],
    ['a CONNECT that never ends', 'slowLoris'],
    ['topics and packets without end', 'hugeTopics'],
    ['ten thousand subscriptions', 'manySubscriptions'],
    ['a flood of wildcards', 'wildcardFlood'],
    ['a loop of publishing what is forbidden', 'forbiddenPublish'],
    ['a thousand wrong passwords a second', 'wrongPasswords'],
  ])('%s', async (_what, name) => {
    const quietMs = await p99();
    storm(name);
    // The better of two windows: the machine that runs the tests has its bad seconds, a storm is steady.
    const stormyMs = Math.min(await p99(), await p99());
    expect(fleet.whole()).toBe(true);
    expect(stormyMs, `${quietMs} ms when it is quiet`).toBeLessThan(Math.max(2 * quietMs, FLOOR_MS));
    expect(storms[0]?.exitCode).toBeNull();
  });
});

describe('after the storms', () => {
  it('the log is no longer than one reads, and nobody was restarted', () => {
    expect(lines() - linesBefore).toBeLessThan(MOST_LINES);
    expect(belfry.launcher.lines.filter((line) => line.includes('stopped'))).toEqual([]);
    expect(belfry.memoryOf('broker')).toBeLessThan(MEMORY_MIB);
  });

  it('a device that comes new is let in', async () => {
    const client = await RawClient.open(belfry.mqttPort);
    const { serial, key } = newcomer;
    expect(await client.connect({ clientId: serial, username: serial, password: Buffer.from(key) })).toBe(0);
    client.vanish();
  });
});
