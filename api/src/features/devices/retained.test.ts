import { PLAYER_CHANNELS } from '@belfry/schemas/domain/player';
import { messages } from '@belfry/schemas/mqtt/messages';
import { parseTopic } from '@belfry/schemas/mqtt/topics';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { MqttPublisher } from '../../broker-gateway.ts';
import { clearRetained } from './retained.ts';

const serialOf = (number: number) => `0000-0000-0000-${String(number).padStart(4, '0')}`;
const serials = (count: number) => Array.from({ length: count }, (_, number) => serialOf(number));

function createBroker(acknowledge: (topic: string) => Promise<void> = () => Promise.resolve()) {
  const published: { topic: string; payload: string | Buffer; retain: boolean | undefined; qos: number }[] = [];
  const broker: MqttPublisher = {
    connected: true,
    publish: (topic, payload, { retain, qos }) => {
      published.push({ topic, payload, retain, qos });
      return acknowledge(topic);
    },
  };
  const cleared = () => new Set(published.map(({ topic }) => topic.split('/')[1]));
  return { broker, published, cleared };
}

it('replaces every retained message of a device by an empty one', async () => {
  const { broker, published } = createBroker();
  await clearRetained(broker, [serialOf(1)]);
  for (const message of published) expect(message).toMatchObject({ payload: '', retain: true, qos: 1 });
  const kinds = published.map(({ topic }) => parseTopic(topic)?.kind);
  const retained = Object.entries<{ retain: boolean }>(messages).filter(([, { retain }]) => retain);
  for (const [kind] of retained.filter(([kind]) => kind !== 'fleetSummary')) expect(kinds).toContain(kind);
  expect(kinds.filter((kind) => kind === 'player')).toHaveLength(PLAYER_CHANNELS.length);
  expect(new Set(published.map(({ topic }) => topic)).size).toBe(published.length);
});

it('waits for the first 50 devices, and clears the others afterwards, 50 at a time', async () => {
  let acknowledgeAll = (): void => undefined;
  const acknowledged = new Promise<void>((resolve) => (acknowledgeAll = resolve));
  const { broker, cleared } = createBroker((topic) =>
    topic.includes(serialOf(60)) ? acknowledged : Promise.resolve(),
  );
  await clearRetained(broker, serials(120));
  // On a busy machine others are let through between two of them.
  await vi.waitFor(() => expect(cleared()).toEqual(new Set(serials(100))));
  await turn();
  await turn();
  expect(cleared()).toEqual(new Set(serials(100)));
  acknowledgeAll();
  await vi.waitFor(() => expect(cleared()).toEqual(new Set(serials(120))));
});

it('waits until the broker has acknowledged the first devices', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { broker } = createBroker(() => promise);
  let isDone = false;
  const done = clearRetained(broker, serials(1)).then(() => (isDone = true));
  await turn();
  expect(isDone).toBe(false);
  resolve();
  await done;
});

it('continues after a failed message', async () => {
  const { broker, cleared } = createBroker((topic) =>
    topic.includes(serialOf(0)) ? Promise.reject(new Error('the broker is away')) : Promise.resolve(),
  );
  await clearRetained(broker, serials(60));
  await vi.waitFor(() => expect(cleared()).toEqual(new Set(serials(60))));
});

it('publishes nothing for no devices', async () => {
  const { broker, published } = createBroker();
  await clearRetained(broker, []);
  expect(published).toEqual([]);
});
