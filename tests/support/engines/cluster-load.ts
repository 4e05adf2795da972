import { letPass } from '@belfry/schemas/testing/clock';
import { COMMAND_ERROR_TYPES, DELIVERY_STATES, isSettled } from '@belfry/schemas/http/commands/commands';
import { topics } from '@belfry/schemas/mqtt/topics';
import { expect } from 'vitest';
import { startCommandStream } from '../devices/command-stream.ts';
import { startLedgerFleet, type LedgerFleet } from '../devices/ledger/ledger-fleet.ts';
import { startLiveConsole, type LiveConsole } from '../devices/live-console.ts';
import { createAdmin, createDevice, type TestDevice } from '../factories.ts';
import { until } from '../until.ts';
import type { ClusterProduct } from './cluster-product.ts';
import { untilReplicated } from './cluster-roles.ts';
import type { RabbitmqNode } from './rabbitmq-node.ts';

const CREATED_AT_ONCE = 50;
const COMMAND_EVERY_MS = 100;
/** The console shows so many devices. */
const WATCHED = 40;
const SETTLED_MS = 90_000;
const POLL_MS = 250;
/** Each watched device measures once a second or every two seconds, so of all together something new arrives all the time. */
const isLive = (silenceMs: number): boolean => silenceMs < 500;
/** Outcomes of a command that a caller can act on. */
const NAMED = ['done', ...COMMAND_ERROR_TYPES, 'broker_unavailable'];

type Limits = {
  /** How long the console may show nothing new of the devices that are not connected to the lost node. */
  liveAgainMs: number;
  lostNode?: RabbitmqNode;
  /** Outcomes of commands besides those that have a name. */
  alsoPossible?: string[];
};

/** Devices, a console and callers of commands that use a cluster. */
export type ClusterLoad = {
  fleet: LedgerFleet;
  shown: LiveConsole;
  /** Runs all load, with the event in the middle, and expects that nothing is lost; `repair` undoes the event, however it ended. */
  expectNothingLostDuring(
    event: () => Promise<void>,
    repair: () => Promise<void> | void,
    limits: Limits,
  ): Promise<void>;
  stop(): Promise<void>;
};

export async function startClusterLoad(
  product: ClusterProduct,
  { devices, perSecond }: { devices: number; perSecond: number },
): Promise<ClusterLoad> {
  const admin = await createAdmin(product);
  const created = await createDevices(product, devices);
  const serials = created.map(({ serial }) => serial);
  // What devices publish before the session of the ingest exists reaches nobody.
  await untilReplicated(product.rabbitmq);
  const ports = product.rabbitmq.nodes.map((node) => node.ports.mqtt);
  const enrolled = created.map(({ serial, device_key: key }) => ({ serial, key }));
  const fleet = await startLedgerFleet({ ports, enrolled });
  await fleet.untilConnected().catch((error: unknown) => {
    fleet.stop();
    throw error;
  });
  const watched = serials.slice(0, WATCHED);
  const shown = startLiveConsole(product.wsUrl, admin, watched.map(topics.metrics));

  async function expectNothingLost(event: () => Promise<void>, limits: Limits): Promise<void> {
    await fleet.measure(perSecond);
    await letPass(2_000);
    const beside = limits.lostNode && new Set(await fleet.devicesBeside(limits.lostNode.ports.mqtt));
    shown.takeLongestSilence(watched.filter((serial) => !beside || beside.has(serial)).map(topics.metrics));
    const commands = startCommandStream({ url: product.url, key: admin.key, serials, everyMs: COMMAND_EVERY_MS });
    await letPass(1_000);
    // An earlier event may still slow its subscriptions down.
    await until('the console is live before the event', () => shown.silence, isLive, SETTLED_MS, 20);
    await event();
    await letPass(3_000);
    await until('the console is live again', () => shown.silence, isLive, SETTLED_MS, 20);
    const silenceMs = shown.takeLongestSilence();
    const outcomes = await commands.stop();
    const records = await fleet.expectEachStoredOnce(product.pool);
    await until(
      'every command has ended',
      () => unsettledIn(product),
      (left) => left === 0,
      SETTLED_MS,
      POLL_MS,
    );
    const figures = `${records} records, silence ${Math.round(silenceMs)} ms, ${JSON.stringify(outcomes)}`;
    process.stdout.write(`${expect.getState().currentTestName}: ${figures}\n`);
    const possible = new Set([...NAMED, ...(limits.alsoPossible ?? [])]);
    expect(Object.keys(outcomes).filter((outcome) => !possible.has(outcome))).toEqual([]);
    expect(outcomes['done']).toBeGreaterThan(0);
    expect(silenceMs).toBeLessThan(limits.liveAgainMs);
  }

  const load: ClusterLoad = {
    fleet,
    shown,
    async expectNothingLostDuring(event, repair, limits) {
      try {
        await expectNothingLost(event, limits);
      } finally {
        await repair();
      }
    },
    async stop() {
      await shown.stop();
      fleet.stop();
    },
  };
  try {
    await fleet.measure(perSecond);
    await until('the console is live', () => shown.received, Boolean, SETTLED_MS);
  } catch (error) {
    await load.stop();
    throw error;
  }
  return load;
}

/** A few at a time, because each waits for a connection of a small pool. */
async function createDevices(product: ClusterProduct, count: number): Promise<TestDevice[]> {
  const created: TestDevice[] = [];
  while (created.length < count) {
    const step = Math.min(CREATED_AT_ONCE, count - created.length);
    created.push(...(await Promise.all(Array.from({ length: step }, () => createDevice(product)))));
  }
  return created;
}

async function unsettledIn({ pool }: ClusterProduct): Promise<number> {
  const states = DELIVERY_STATES.filter((state) => !isSettled(state));
  return (await pool.query('select from command_deliveries where state = any($1)', [states])).rowCount ?? 0;
}
