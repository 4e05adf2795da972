import type { AedesOptions, Client } from 'aedes';
import type { IConnectPacket } from 'mqtt-packet';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAedes, commands, openStream, startAedes, until } from '../testing/bare-aedes.ts';
import { connectPacket, publishPacket, subscribePacket } from '../testing/raw-client.ts';
import { completeCleanConnect } from './clean-connect.ts';

// The end of a CONNECT is the broker's own for clean sessions: it must leave the client of Aedes as Aedes itself would.

type Complete = (client: Client, packet: IConnectPacket, events: string[], done: () => void) => void;
const byAedes: Complete = (_client, _packet, _events, done) => done();
const byBroker: Complete = (client, packet, events) =>
  completeCleanConnect(client, packet, () => events.push('attach'));

afterEach(closeAedes);

async function start(complete: Complete) {
  const events: string[] = [];
  let request: IConnectPacket;
  const options: AedesOptions = {
    preConnect(_client, packet, done) {
      request = packet;
      done(null, true);
    },
    authenticate: (client, _username, _password, done) =>
      void setImmediate(() => complete(client, request, events, () => done(null, true))),
  };
  const { aedes } = await startAedes(options, { outgoingStream: () => (events.push('attach'), []) });
  for (const event of ['client', 'clientReady', 'clientDisconnect', 'keepaliveTimeout'] as const) {
    aedes.on(event, ({ id }: Client) => events.push(`${event} ${id}`));
  }
  aedes.on('clientError', (_client, { message }) => events.push(`error ${message}`));
  aedes.on('publish', ({ topic }) => topic.startsWith('$') || events.push(`publish ${topic}`));
  return { aedes, events };
}

/** The fields of a client that hold a state, without its timers, buffers and random numbers. */
function stateOf(client: Client): Record<string, unknown> {
  const values = Object.entries(client).filter(([, value]) => typeof value !== 'object' && typeof value !== 'function');
  const fields = { ...Object.fromEntries(values), _nextId: 0 };
  const { will, _will, _keepaliveTimer } = client as unknown as Record<string, unknown>;
  return { ...fields, will, sameWill: will === _will, hasTimer: _keepaliveTimer !== null };
}

const will = { topic: 'will', payload: Buffer.from('x'), qos: 1 as const, retain: true };
const hello = connectPacket({ clientId: 'a', keepalive: 60, will });

async function connected(complete: Complete) {
  const { aedes, events } = await start(complete);
  const client = openStream(aedes);
  client.send(hello, subscribePacket(1, { topic: 't', qos: 1 }), publishPacket('t', 'x', { qos: 1, messageId: 2 }));
  await until(() => ['suback', 'puback'].every((cmd) => commands(client.packets).includes(cmd)));
  client.send({ cmd: 'pingreq' });
  await until(() => commands(client.packets).includes('pingresp'));
  const state = stateOf((aedes as unknown as { clients: Record<string, Client> }).clients['a']!);
  return { aedes, events, client, state };
}

describe('the CONNECT of a clean session', () => {
  it('leaves the client as Aedes would, with the packets of the same segment handled after the CONNACK', async () => {
    const [theirs, ours] = [await connected(byAedes), await connected(byBroker)];
    expect(ours.state).toEqual(theirs.state);
    expect(ours.state).toMatchObject({ connected: true, connecting: false, sameWill: true, hasTimer: true });
    expect(ours.client.packets).toEqual(theirs.client.packets);
    expect(ours.events).toEqual(theirs.events);
    expect(ours.events).toEqual(['client a', 'attach', 'clientReady a', 'publish t']);
    await new Promise<void>((resolve) => theirs.aedes.close(() => resolve()));
  });

  it.each([
    ['Aedes', byAedes],
    ['the broker', byBroker],
  ])('takes over an older connection, whose last will is published first, by %s', async (_name, complete) => {
    const { aedes, events } = await connected(complete);
    events.length = 0;
    const second = openStream(aedes);
    second.send({ ...hello, will: undefined });
    await until(() => events.includes('clientReady a'));
    expect(events).toEqual(['publish will', 'clientDisconnect a', 'client a', 'attach', 'clientReady a']);
    expect(second.packets).toMatchObject([{ cmd: 'connack', returnCode: 0, sessionPresent: false }]);
  });

  it('ends after one and a half keepalives without a packet', async () => {
    const { aedes, events } = await start(byBroker);
    openStream(aedes).send({ ...hello, keepalive: 1, will: undefined });
    await expect.poll(() => events, { timeout: 20_000 }).toContain('clientDisconnect a');
    expect(events.slice(-3)).toEqual(['keepaliveTimeout a', 'error keep alive timeout', 'clientDisconnect a']);
  });

  it('is not completed when the client has left meanwhile', async () => {
    const { aedes, events } = await start((client, packet, seen) => {
      client.close();
      byBroker(client, packet, seen, () => undefined);
      seen.push('left');
    });
    const client = openStream(aedes);
    client.send(hello);
    await until(() => events.includes('left'));
    expect(events).toEqual(['left']);
    expect(client.packets).toEqual([]);
  });
});
