import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { topics } from '@belfry/schemas/mqtt/topics';
import { createLiveClient, type Gap } from './client.ts';
import { createFakeBroker } from '../testing/fake-broker.ts';
import { decode, type LiveMessage } from './message.ts';

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
  const broker = createFakeBroker();
  const gaps: Gap[] = [];
  const client = createLiveClient({
    open: broker.open,
    onState: () => undefined,
    onConnected: (gap) => gaps.push(gap),
    decode,
  });
  client.start();
  await vi.advanceTimersByTimeAsync(0);
  const heard: LiveMessage[] = [];
  return { broker, client, gaps, heard, hear: (message: LiveMessage) => void heard.push(message) };
}
const frame = () => vi.advanceTimersByTimeAsync(300);

it('sends what a frame asked for as one SUBSCRIBE', async () => {
  const { broker, client, hear } = await liveClient();
  client.subscribe(topics.status(A), hear);
  client.subscribe(topics.status(B), hear);
  await frame();
  expect(broker.log).toEqual(['open', `+ ${topics.status(A)} ${topics.status(B)}`]);
});

it('counts who listens, and sends nothing for what is left and taken up again in a frame', async () => {
  const { broker, client, hear } = await liveClient();
  const first = client.subscribe(topics.status(A), hear);
  const second = client.subscribe(topics.status(A), () => undefined);
  await frame();
  first();
  await frame();
  expect(broker.log).toHaveLength(2);
  second();
  const third = client.subscribe(topics.status(A), hear);
  await frame();
  expect(broker.log).toHaveLength(2);
  third();
  await frame();
  expect(broker.log.at(-1)).toBe(`- ${topics.status(A)}`);
});

it('subscribes everything again after a break, and tells how long it was deaf', async () => {
  const { broker, client, gaps, hear } = await liveClient();
  client.subscribe(topics.status(A), hear);
  await frame();
  broker.breakOff();
  await vi.advanceTimersByTimeAsync(500);
  expect(broker.log).toEqual(['open', `+ ${topics.status(A)}`, 'open', `+ ${topics.status(A)}`]);
  expect(gaps.map(({ first }) => first)).toEqual([true, false]);
  expect(gaps[1]?.ms).toBeGreaterThan(0);
});

it('hands messages to whoever listens to the topic or a filter over it', async () => {
  const { broker, client, heard, hear } = await liveClient();
  client.subscribe(`devices/${A}/#`, hear);
  broker.say(topics.status(A), STATUS, true);
  broker.say(topics.status(B), STATUS);
  expect(heard).toMatchObject([{ kind: 'status', serial: A, retained: true, payload: { status: 'online' } }]);
});

it.each([
  ['no JSON', 'online'],
  ['another shape', { status: 'sleeping' }],
  ['nothing', ''],
])('drops a payload that is %s and goes on', async (_name, poison) => {
  const { broker, client, heard, hear } = await liveClient();
  client.subscribe(topics.status(A), hear);
  broker.say(topics.status(A), poison);
  broker.say(topics.status(A), STATUS);
  expect(heard).toHaveLength(1);
});

it('remembers the last message of a topic for some seconds', async () => {
  const { broker, client } = await liveClient();
  broker.say(topics.status(A), STATUS);
  broker.say(topics.status(A), { ...STATUS, status: 'offline' });
  expect(client.recent(topics.status(A))).toMatchObject([{ payload: { status: 'offline' } }]);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(client.recent(topics.status(A))).toEqual([]);
});

it('forgets what came before a break: what was said meanwhile is newer', async () => {
  const { broker, client, hear } = await liveClient();
  client.subscribe(topics.status(A), hear);
  broker.say(topics.status(A), STATUS);
  expect(client.recent(topics.status(A))).toHaveLength(1);
  broker.breakOff();
  await vi.advanceTimersByTimeAsync(500);
  expect(client.recent(topics.status(A))).toEqual([]);
});
