import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { Gap } from './client.ts';
import { startLiveConnection } from '../../testing/live-connection.ts';
import type { LiveMessage } from './message.ts';

const A = '1111-1111-1111-1111';
const B = '2222-2222-2222-2222';
const STATUS = { status: 'online', device_version: '1.0', hostname: 'h', ip: '10.0.0.1', at: '2026-01-01T00:00:00Z' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function liveClient() {
  const gaps: Gap[] = [];
  const { broker, client } = startLiveConnection((gap) => gaps.push(gap));
  await vi.advanceTimersByTimeAsync(0);
  const received: LiveMessage[] = [];
  return { broker, client, gaps, received, onMessage: (message: LiveMessage) => void received.push(message) };
}
const frame = () => vi.advanceTimersByTimeAsync(300);

it('sends the filters of one frame in one SUBSCRIBE', async () => {
  const { broker, client, onMessage } = await liveClient();
  client.subscribe(topics.status(A), onMessage);
  client.subscribe(topics.status(B), onMessage);
  await frame();
  expect(broker.log).toEqual(['open', `+ ${topics.status(A)} ${topics.status(B)}`]);
});

it('counts handlers, and sends nothing for a filter that is removed and added again within a frame', async () => {
  const { broker, client, onMessage } = await liveClient();
  const first = client.subscribe(topics.status(A), onMessage);
  const second = client.subscribe(topics.status(A), () => undefined);
  await frame();
  first();
  await frame();
  expect(broker.log).toHaveLength(2);
  second();
  const third = client.subscribe(topics.status(A), onMessage);
  await frame();
  expect(broker.log).toHaveLength(2);
  third();
  await frame();
  expect(broker.log.at(-1)).toBe(`- ${topics.status(A)}`);
});

it('subscribes to everything again after a reconnection, and reports how long it was disconnected', async () => {
  const { broker, client, gaps, onMessage } = await liveClient();
  client.subscribe(topics.status(A), onMessage);
  await frame();
  broker.closeConnection();
  await vi.advanceTimersByTimeAsync(500);
  expect(broker.log).toEqual(['open', `+ ${topics.status(A)}`, 'open', `+ ${topics.status(A)}`]);
  expect(gaps.map(({ first }) => first)).toEqual([true, false]);
  expect(gaps[1]?.ms).toBeGreaterThan(0);
});

it('delivers messages to the handlers of the topic and of filters that match it', async () => {
  const { broker, client, received, onMessage } = await liveClient();
  client.subscribe(`devices/${A}/#`, onMessage);
  broker.publish(topics.status(A), STATUS, true);
  broker.publish(topics.status(B), STATUS);
  expect(received).toMatchObject([{ kind: 'status', serial: A, retained: true, payload: { status: 'online' } }]);
});

it.each([
  ['no JSON', 'online'],
  ['another shape', { status: 'sleeping' }],
  ['nothing', ''],
])('drops a payload that is %s and continues', async (_name, poison) => {
  const { broker, client, received, onMessage } = await liveClient();
  client.subscribe(topics.status(A), onMessage);
  broker.publish(topics.status(A), poison);
  broker.publish(topics.status(A), STATUS);
  expect(received).toHaveLength(1);
});

it('stores the last message of a topic for some seconds', async () => {
  const { broker, client } = await liveClient();
  broker.publish(topics.status(A), STATUS);
  broker.publish(topics.status(A), { ...STATUS, status: 'offline' });
  expect(client.recent(topics.status(A))).toMatchObject([{ payload: { status: 'offline' } }]);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(client.recent(topics.status(A))).toEqual([]);
});

it('stores messages for 5 s in the order of their arrival', async () => {
  const { broker, client } = await liveClient();
  broker.publish(topics.status(A), STATUS);
  broker.publish(topics.status(B), STATUS);
  await vi.advanceTimersByTimeAsync(1);
  broker.publish(topics.status(A), STATUS);
  const serials = () => client.recent('devices/#').map((message) => 'serial' in message && message.serial);
  expect(serials()).toEqual([B, A]);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(serials()).toEqual([B, A]);
  await vi.advanceTimersByTimeAsync(1);
  expect(serials()).toEqual([A]);
});

it('stores the last response of each command', async () => {
  const { broker, client } = await liveClient();
  const ids = ['3f1f3f0e-54c7-4b6e-9f1c-2d4c3c1c9a11', '3f1f3f0e-54c7-4b6e-9f1c-2d4c3c1c9a12'];
  for (const phase of ['accepted', 'running']) {
    for (const correlation_id of ids) {
      broker.publish(topics.responses(A), { correlation_id, phase, success: true, at: '2026-01-01T00:00:00Z' });
    }
  }
  expect(client.recent(topics.responses(A))).toMatchObject(
    ids.map((correlation_id) => ({ payload: { correlation_id, phase: 'running' } })),
  );
});

it('reports for each connection how long nothing could be received, and whether it is the first', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const { broker, client, gaps } = await liveClient();
  await vi.advanceTimersByTimeAsync(10_000);
  broker.closeConnection();
  await vi.advanceTimersByTimeAsync(500);
  client.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  client.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(gaps).toEqual([
    { ms: 0, first: true },
    { ms: 500, first: false },
    { ms: 0, first: true },
  ]);
  vi.restoreAllMocks();
});

it('sends nothing while there is no connection', async () => {
  const { broker, client, onMessage } = await liveClient();
  broker.refuse(true);
  broker.closeConnection();
  client.subscribe(topics.status(A), onMessage);
  await frame();
  expect(broker.log.filter((entry) => entry !== 'open')).toEqual([]);
});

it('clears stored messages at a reconnection, because newer ones may have been missed', async () => {
  const { broker, client, onMessage } = await liveClient();
  client.subscribe(topics.status(A), onMessage);
  broker.publish(topics.status(A), STATUS);
  expect(client.recent(topics.status(A))).toHaveLength(1);
  broker.closeConnection();
  await vi.advanceTimersByTimeAsync(500);
  expect(client.recent(topics.status(A))).toEqual([]);
});
