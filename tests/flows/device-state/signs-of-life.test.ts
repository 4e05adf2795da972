import { createPresence } from '@belfry/api/features/device-state/presence';
import { createLogger } from '@belfry/api/log';
import { createIngestContext } from '@belfry/api/mqtt/ingest/ingest-context';
import { PRESENCE_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { StatusMessage } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MqttDevice } from '../../support/devices/mqtt-device.ts';
import { createAdmin, type TestUser } from '../../support/factories.ts';
import { createFakeBroker } from '../../support/services/fake-broker.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { lockTable, waitUntilBlocked } from '../../support/postgres/table-lock.ts';
import { until } from '../../support/until.ts';
import { onlineDevice, statusOf } from '../../support/commands.ts';

const PLAYER = {
  state: 'play',
  volume: 40,
  current_track: 'Morning',
  position: 3,
  duration: 200,
  percentage: 1.5,
  playlist_length: 9,
};

const SWEEP_EVERY_MS = 10_000;
const SWEEP_HERE_MS = 500;

let stack: Stack;
let admin: TestUser;
beforeAll(async () => {
  // The api stores every ten seconds when it last received messages that are not stored with their time.
  const { setInterval } = globalThis;
  const often = vi
    .spyOn(globalThis, 'setInterval')
    .mockImplementation(((run: () => void, ms: number) =>
      setInterval(run, ms === SWEEP_EVERY_MS ? SWEEP_HERE_MS : ms)) as typeof setInterval);
  stack = await startStack();
  often.mockRestore();
  admin = await createAdmin(stack);
});
afterAll(() => stack.stop());

type State = { status: string; silent: boolean; last_seen: Date };
async function stateOf(serial: string): Promise<State> {
  const { rows } = await stack.pool.query<State>(
    'select status, silent, last_seen from device_state join devices using (device_id) where serial = $1',
    [serial],
  );
  return rows[0]!;
}
/** Sets the time of the last received message. */
const setLastSeen = (serial: string, at: number): Promise<unknown> =>
  stack.pool.query(
    'update device_state s set last_seen = $2 from devices d where d.device_id = s.device_id and d.serial = $1',
    [serial, new Date(at)],
  );

/** A presence service over the same database whose ingest has always been healthy. */
function startPresence() {
  const { context } = createIngestContext({
    pool: stack.pool,
    broker: createFakeBroker(),
    log: createLogger('silent'),
    acknowledge: () => undefined,
  });
  const presence = createPresence(context, {
    healthySince: () => 0,
    shards: () => ({ held: [0], shards: 1 }),
  });
  presence.stop();
  return presence;
}

/** Messages of a device, prepared while it is online. */
const messages: [what: string, prepare: (device: MqttDevice) => Promise<() => Promise<void>>][] = [
  [
    'a player message',
    (device) =>
      Promise.resolve(() =>
        device.publish(topics.player(device.serial, 'music'), { ...PLAYER, at: new Date().toISOString() }),
      ),
  ],
  [
    'an answer',
    async (device) => {
      await stack.call(commandsHttp.send, admin, { serial: device.serial, command: 'clear_cache' });
      const { correlation_id } = await device.nextCommand();
      return () => device.respond({ correlation_id, phase: 'accepted', success: null });
    },
  ],
  ['a metric', (device) => Promise.resolve(() => device.metrics({ seq: 1 }))],
  ['a status', (device) => Promise.resolve(() => device.status({ device_version: '2.0' }))],
];

describe.each(messages)('%s', (_what, prepare) => {
  it('keeps a device online that published nothing else for longer than the timeout', async () => {
    const device = await onlineDevice(stack);
    const publish = await prepare(device);
    const before = Date.now();
    await setLastSeen(device.serial, before - PRESENCE_TIMEOUT_MS);
    await publish();
    await until('it counts', async () => (await stateOf(device.serial)).last_seen.getTime() >= before);
    await startPresence().sweep(before + PRESENCE_TIMEOUT_MS);
    expect(await statusOf(stack, device.serial)).toBe('online');
  });

  it('brings a silent device back online', async () => {
    const device = await onlineDevice(stack);
    const publish = await prepare(device);
    await setLastSeen(device.serial, 0);
    await startPresence().sweep(Date.now());
    expect(await stateOf(device.serial)).toMatchObject({ status: 'offline', silent: true });
    await publish();
    await until('online', async () => (await statusOf(stack, device.serial)) === 'online');
    expect((await stateOf(device.serial)).silent).toBe(false);
  });
});

describe('the time of the last received message', () => {
  it('is not moved back by an earlier message that is stored later', async () => {
    const device = await onlineDevice(stack);
    const { last_seen } = await stateOf(device.serial);
    const late = startPresence();
    late.recordMessage(device.serial, last_seen.getTime() - 60_000);
    await late.sweep(last_seen.getTime());
    expect((await stateOf(device.serial)).last_seen).toEqual(last_seen);
  });
});

describe('a status that is a minute older than the stored one', () => {
  const old = (): Partial<StatusMessage> => ({
    status: 'online',
    device_version: 'old',
    at: new Date(Date.now() - 60_000).toISOString(),
  });
  async function inMaintenance(): Promise<MqttDevice> {
    const device = await onlineDevice(stack);
    await device.status({ status: 'maintenance', device_version: 'new' });
    await until('maintenance', async () => (await statusOf(stack, device.serial)) === 'maintenance');
    return device;
  }
  async function expectUnchanged(device: MqttDevice): Promise<void> {
    await device.metrics({ seq: 1 });
    await until('the metrics after it', () => device.acks.length === 1);
    const { rows } = await stack.pool.query(
      'select status, device_version from device_state join devices using (device_id) where serial = $1',
      [device.serial],
    );
    expect(rows).toEqual([{ status: 'maintenance', device_version: 'new' }]);
  }

  it('changes nothing', async () => {
    const device = await inMaintenance();
    await device.status(old());
    await expectUnchanged(device);
  });

  it('changes nothing when the broker redelivers it to a restarted api', { tags: ['full'] }, async () => {
    const device = await inMaintenance();
    const release = await lockTable(stack.pool, 'device_state');
    await device.status(old());
    await waitUntilBlocked(stack.db);
    await stack.stopApi();
    await release();
    await stack.startApi();
    await stack.ready();
    await expectUnchanged(device);
  });
});
