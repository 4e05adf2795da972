import { rightsCases, type RightsSubject } from '@belfry/schemas/testing/rights-cases';
import { aclFor } from '@belfry/schemas/mqtt/access';
import { topics } from '@belfry/schemas/mqtt/topics';
import { describe, expect, it, vi } from 'vitest';
import { canUseResource, requestedTopic, createRightsStore } from './routes.ts';

const S = '1111-2222-3333-4444';
const T = '5555-6666-7777-8888';
const ADMIN_ID = 1;
const OWNER_ID = 7;
const listOf = (userId: number) =>
  userId === ADMIN_ID
    ? aclFor({ kind: 'console', userId, role: 'admin', serials: [] })
    : aclFor({ kind: 'console', userId, role: 'user', serials: [S] });

const topicRequest = (action: 'publish' | 'subscribe', topic: string) =>
  ({
    vhost: '/',
    name: 'amq.topic',
    permission: action === 'publish' ? 'write' : 'read',
    routing_key: topic.replaceAll('/', '.').replaceAll('+', '*'),
  }) as const;

describe('the topic requests of RabbitMQ', () => {
  const store = createRightsStore(async (userId) => listOf(userId));
  const names: Record<RightsSubject, string> = { device: S, owner: String(OWNER_ID), admin: String(ADMIN_ID) };

  it.each(rightsCases({ own: S, other: T, owner: OWNER_ID, stranger: 71 }))(
    '%s, %s %s: %s',
    async (who, action, topic, expected) => {
      const version = who === 'device' ? '' : store.store(names[who], listOf(Number(names[who])));
      const requested = requestedTopic(topicRequest(action, topic));
      const rights = await store.find(names[who], version);
      expect(requested !== null && rights.allowed(requested.action, requested.topic)).toBe(expected);
    },
  );

  it.each(['devices.*.status', `devices.${S}.a*`, `devices.${S}.#.x`, `devices.${S}.+`, '$share.g.devices.#', ''])(
    'take the routing key %j as what RabbitMQ does with it, and not as the text of a level',
    async (routing_key) => {
      for (const action of ['publish', 'subscribe'] as const) {
        const requested = requestedTopic({ ...topicRequest(action, ''), routing_key });
        if (routing_key === `devices.${S}.+` && action === 'subscribe') continue;
        expect(requested && (await store.find(S, '')).allowed(requested.action, requested.topic)).toBe(false);
      }
    },
  );

  it('are refused for another virtual host, exchange or permission', () => {
    const request = topicRequest('publish', topics.status(S));
    expect(requestedTopic({ ...request, vhost: 'other' })).toBeNull();
    expect(requestedTopic({ ...request, name: 'amq.direct' })).toBeNull();
    expect(requestedTopic({ ...request, permission: 'configure' })).toBeNull();
  });
});

describe('the queues and exchanges of RabbitMQ', () => {
  const queue = (clientId: string, qos = 1) => ({ resource: 'queue', name: `mqtt-subscription-${clientId}qos${qos}` });
  const exchange = { resource: 'exchange', name: 'amq.topic' };

  it.each([
    ['a device, its session', S, queue(S), 'configure', true],
    ['a device, its session of QoS 0', S, queue(S, 0), 'read', true],
    ['a device, the session of another', S, queue(T), 'read', false],
    ['a device, the session of the ingest', S, queue('belfry-ingest'), 'read', false],
    ['a device, a queue of another name', S, { resource: 'queue', name: S }, 'write', false],
    ['a console, its session', '7', queue('console-7-tab'), 'configure', true],
    ['a console, that of another user', '7', queue('console-71-tab'), 'read', false],
    ['a console, that of a device', '7', queue(S), 'read', false],
    ['nobody, a session', 'guest', queue('guest'), 'read', false],
    ['a device, the exchange', S, exchange, 'write', true],
    ['a console, the exchange', '7', exchange, 'read', true],
    ['a console with leading zeros, the exchange', '0007', exchange, 'read', false],
    ['a device, changing the exchange', S, exchange, 'configure', false],
    ['a device, another exchange', S, { resource: 'exchange', name: 'amq.direct' }, 'write', false],
    ['nobody, the exchange', 'guest', exchange, 'write', false],
    ['a device, a topic permission', S, { resource: 'topic', name: 'amq.topic' }, 'write', false],
  ] as const)('%s: %5$s', (_what, username, resource, permission, expected) => {
    expect(canUseResource({ username, vhost: '/', ...resource, permission })).toBe(expected);
    expect(canUseResource({ username, vhost: 'other', ...resource, permission })).toBe(false);
  });
});

describe('the rights of a console', () => {
  it('are loaded once where another instance has authenticated it', async () => {
    const version = createRightsStore(async () => []).store('7', listOf(OWNER_ID));
    const load = vi.fn(async (userId: number) => listOf(userId));
    const store = createRightsStore(load);
    for (let time = 0; time < 3; time++) {
      expect((await store.find('7', version)).allowed('subscribe', topics.status(S))).toBe(true);
    }
    expect(load).toHaveBeenCalledExactlyOnceWith(OWNER_ID);
  });

  it('are none when they have changed since it was authenticated', async () => {
    const store = createRightsStore(async () => aclFor({ kind: 'console', userId: 7, role: 'user', serials: [S, T] }));
    const version = createRightsStore(async () => []).store('7', listOf(OWNER_ID));
    expect((await store.find('7', version)).allowed('subscribe', topics.status(S))).toBe(false);
  });

  it('are none for a user name of another form', async () => {
    const load = vi.fn(async () => listOf(ADMIN_ID));
    expect((await createRightsStore(load).find('guest', 'v1')).allowed('subscribe', topics.fleetSummary)).toBe(false);
    expect(load).not.toHaveBeenCalled();
  });
});
