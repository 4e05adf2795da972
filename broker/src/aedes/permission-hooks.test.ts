import { aclFor, type AclSubject } from '@belfry/schemas/mqtt/access';
import { deviceMessageLimits } from '@belfry/schemas/mqtt/device-messages';
import { filters, topics } from '@belfry/schemas/mqtt/topics';
import type { AuthorizePublishHandler, AuthorizeSubscribeHandler, Client } from 'aedes';
import { describe, expect, it } from 'vitest';
import { compileAcl, serviceRights } from '@belfry/schemas/mqtt/authorize';
import { parseConfig } from '../config.ts';
import { createDeps } from '../deps.ts';
import { createLogger } from '../log.ts';
import type { Principal } from '../principal.ts';
import { fakeConnection } from '../testing/fake-connection.ts';
import { permissionHooks } from './permission-hooks.ts';

const SERIAL = '1111-2222-3333-4444';
const OTHER = '5555-6666-7777-8888';
const rightsOf = (subject: AclSubject) => compileAcl(aclFor(subject));
const DEVICE: Principal = { kind: 'device', id: SERIAL, rights: rightsOf({ kind: 'device', serial: SERIAL }) };
const ADMIN: Principal = {
  kind: 'console',
  id: '1',
  rights: rightsOf({ kind: 'console', userId: 1, role: 'admin', serials: [] }),
};
const SERVICE: Principal = { kind: 'service', id: 'service', rights: serviceRights };

type Packet = Parameters<AuthorizePublishHandler>[1];
type Subscription = Parameters<AuthorizeSubscribeHandler>[1];

function start(principal: Principal | null, settings: Record<string, string> = {}) {
  const deps = createDeps(
    parseConfig({ SERVICE_SECRET: 'a-secret-for-the-tests', ...settings }),
    createLogger('silent'),
  );
  const hooks = permissionHooks(deps);
  const { connection } = fakeConnection();
  connection.principal = principal;
  const client = { id: 'client-1', conn: connection, closed: false };
  const asClient = client as unknown as Client;
  return {
    deps,
    client,
    /** The message as it goes on, or null when the connection is to be closed. */
    publish(
      topic: string,
      {
        bytes = 1,
        text,
        retain = false,
        from = asClient,
      }: { bytes?: number; text?: string; retain?: boolean; from?: Client | null } = {},
    ) {
      const packet = {
        topic,
        payload: text === undefined ? Buffer.alloc(bytes) : Buffer.from(text),
        retain,
      } as unknown as Packet;
      let error: Error | null | undefined;
      hooks.authorizePublish(from, packet, (given) => (error = given));
      return error === null ? (packet as Packet & { clientId?: string }) : null;
    },
    subscribe(topic: string): boolean {
      let granted: Subscription | null | undefined;
      hooks.authorizeSubscribe(asClient, { topic, qos: 0 }, (_error, given) => (granted = given));
      return granted?.topic === topic;
    },
    refusals: (event: string) => Object.fromEntries(deps.refusals.totals.get(event) ?? []),
  };
}

describe('publishing', () => {
  it('is allowed by the rights, and counted', () => {
    const { publish, refusals, deps } = start(DEVICE);
    expect(publish(topics.status(SERIAL))).not.toBeNull();
    expect(publish(topics.status(OTHER))).toBeNull();
    expect(refusals('publish refused')).toEqual({ device: 1 });
    expect(deps.received.messages).toBe(1);
  });

  it('is refused without a client and before the authentication', () => {
    const { publish } = start(SERVICE);
    expect(publish(topics.fleetCommands, { from: null })).toBeNull();
    expect(start(null).publish(topics.fleetCommands)).toBeNull();
  });

  it('is limited by the contract for each topic of a device', () => {
    const { publish, refusals } = start(DEVICE);
    const { maxBytes = 0 } = deviceMessageLimits(topics.status(SERIAL)) ?? {};
    expect(publish(topics.status(SERIAL), { bytes: maxBytes })).not.toBeNull();
    expect(publish(topics.status(SERIAL), { bytes: maxBytes + 1 })).toBeNull();
    expect(refusals('publish refused')).toEqual({ payload_too_large: 1 });
  });

  it('is refused on a topic of no device message, even where the rights allow it', () => {
    expect(start({ ...DEVICE, rights: serviceRights }).publish(topics.commands(SERIAL))).toBeNull();
  });

  it('is not limited in size for the api', () => {
    expect(start(SERVICE).publish(topics.status(SERIAL), { bytes: 1_000_000 })).not.toBeNull();
  });

  it('is limited in the length of the topic for everybody', () => {
    const { publish } = start(SERVICE, { MAX_TOPIC_LENGTH: '20' });
    expect(publish('x'.repeat(20))).not.toBeNull();
    expect(publish('x'.repeat(21))).toBeNull();
  });

  it('of a last will is refused at a planned stop, and allowed otherwise', () => {
    const { publish, client, deps } = start(DEVICE);
    client.closed = true;
    expect(publish(topics.status(SERIAL))).not.toBeNull();
    deps.isStopping = () => true;
    expect(publish(topics.status(SERIAL))).toBeNull();
    client.closed = false;
    expect(publish(topics.status(SERIAL))).not.toBeNull();
  });
});

describe('a retained message', () => {
  it('of a device is charged to it where the contract retains its kind', () => {
    expect(start(DEVICE).publish(topics.status(SERIAL), { retain: true })).toMatchObject({
      retain: true,
      clientId: 'client-1',
    });
  });

  it('of a device is only delivered where the contract does not retain its kind', () => {
    const packet = start(DEVICE).publish(topics.metrics(SERIAL), { retain: true });
    expect(packet?.retain).toBe(false);
    expect(packet).not.toHaveProperty('clientId');
  });

  it('is none on the topic of a live page, whoever publishes it', () => {
    const topic = topics.pageAudio('6f1c2f9e-7d3b-4f0a-9a53-0f7d3c1e2b4a');
    expect(start(SERVICE).publish(topic, { retain: true })?.retain).toBe(false);
    expect(start(DEVICE).publish(topic, { retain: true })).toBeNull();
  });

  it('of the api is retained on every topic and charged to nobody', () => {
    const packet = start(SERVICE).publish(topics.metrics(SERIAL), { retain: true });
    expect(packet?.retain).toBe(true);
    expect(packet).not.toHaveProperty('clientId');
  });

  it('is a status without being asked for, since a last will before would stay in its place', () => {
    const status = start(DEVICE).publish(topics.status(SERIAL), { text: '{"status":"online"}' });
    expect(status).toMatchObject({ retain: true, clientId: 'client-1' });
    for (const text of ['online', '{}', 'null', '{"status":7}', '{"status":"\\uD8"}'])
      expect(start(DEVICE).publish(topics.status(SERIAL), { text })?.retain).toBe(false);
  });

  it('is no other message where the device does not ask for it', () => {
    const packet = start(DEVICE).publish(topics.player(SERIAL, 'music'));
    expect(packet?.retain).toBe(false);
    expect(packet).not.toHaveProperty('clientId');
  });
});

describe('subscribing', () => {
  it('is allowed by the rights', () => {
    const { subscribe, refusals } = start(DEVICE);
    expect([subscribe(topics.commands(SERIAL)), subscribe(topics.commands(OTHER))]).toEqual([true, false]);
    expect(refusals('subscribe refused')).toEqual({ rights: 1 });
    expect(start(null).subscribe(topics.commands(SERIAL))).toBe(false);
  });

  it('to the frames of a live page is for devices that are invited, without wildcards', () => {
    const pageId = '6f1c2f9e-7d3b-4f0a-9a53-0f7d3c1e2b4a';
    const topic = topics.pageAudio(pageId);
    const { subscribe, deps } = start(DEVICE);
    expect(subscribe(topic)).toBe(false);
    deps.invitations.set(pageId, [OTHER], Date.now() + 60_000);
    expect(subscribe(topic)).toBe(false);
    deps.invitations.set(pageId, [OTHER, SERIAL], Date.now() + 60_000);
    expect([topic, 'pages/+/audio', 'pages/#', `pages/${pageId}/#`].map(subscribe)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(start(ADMIN).subscribe(topic)).toBe(false);
    expect(start(SERVICE).subscribe(topic)).toBe(true);
  });

  it('is limited in the length of the filter', () => {
    const { subscribe, refusals } = start(SERVICE, { MAX_TOPIC_LENGTH: '20' });
    expect([subscribe('x'.repeat(20)), subscribe('x'.repeat(21))]).toEqual([true, false]);
    expect(refusals('subscribe refused')).toEqual({ rights: 1 });
  });

  it('is limited in levels for all but the api', () => {
    const [allowed, deeper] = [`devices/${SERIAL}/+/+`, `devices/${SERIAL}/+/+/+`];
    const settings = { MAX_FILTER_LEVELS: '4' };
    const { subscribe, refusals } = start(DEVICE, settings);
    expect([subscribe(allowed), subscribe(deeper)]).toEqual([true, false]);
    expect(refusals('subscribe refused')).toEqual({ limit: 1 });
    expect(start(SERVICE, settings).subscribe(deeper)).toBe(true);
  });

  it('is limited in number for each kind of client; a filter that was granted is granted again', () => {
    const { subscribe, refusals } = start(ADMIN, { MAX_SUBSCRIPTIONS: '2' });
    expect([filters.allStatuses, filters.allMetrics, filters.allPlayers].map(subscribe)).toEqual([true, true, false]);
    expect(subscribe(filters.allStatuses)).toBe(true);
    expect(refusals('subscribe refused')).toEqual({ limit: 1 });
  });

  it('that is refused ends what a resumed session had subscribed before', () => {
    const { subscribe, deps, client } = start(DEVICE);
    const session = deps.sessions.open({
      id: client.id,
      owner: `device:${SERIAL}`,
      persistent: true,
      limits: deps.profiles.device.session,
    });
    deps.router.subscribe(session, topics.status(OTHER), 1);
    deps.router.subscribe(session, topics.commands(SERIAL), 1);
    subscribe(topics.status(OTHER));
    expect([...session.subscriptions.keys()]).toEqual([topics.commands(SERIAL)]);
    expect(deps.router.subscriptions).toBe(1);
  });
});
