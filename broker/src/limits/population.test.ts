import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { serviceRights } from '../authorize.ts';
import type { ClientKind, Principal } from '../principal.ts';
import { fakeConnection } from '../testing/fake-connection.ts';
import type { Carrier } from '../transport/carrier.ts';
import { Population } from './population.ts';

const PENDING = { total: 3, perAddress: 2 };
const principal = (kind: ClientKind, id: string): Principal => ({ kind, id, rights: serviceRights });

function start({ connections = 100 } = {}) {
  const population = new Population({
    connections,
    pending: { mqtt: PENDING, mqtts: PENDING, ws: PENDING },
    perCredential: { device: 1, console: 2, service: 3 },
  });
  return {
    population,
    /** A new connection, or null when there is no room for it. */
    enter(peer = '10.0.0.1', protocol: Carrier['protocol'] = 'mqtt') {
      if (!population.makeRoom(protocol, peer)) return null;
      const { connection } = fakeConnection({ protocol, peer });
      population.enter(connection);
      return connection;
    },
    /** A connection whose client is known; `client` is its id. */
    known(kind: ClientKind, id: string, client: string) {
      const { connection } = fakeConnection({ peer: '10.0.0.99' });
      population.enter(connection);
      return { connection, isAdmitted: population.identify(connection, principal(kind, id), client) };
    },
  };
}

describe('connections in all', () => {
  it('are counted until they close, and refused beyond the limit', async () => {
    const { population, enter, known } = start({ connections: 2 });
    const first = known('device', 'A', 'A').connection;
    const second = known('device', 'B', 'B').connection;
    expect(enter()).toBeNull();
    first.destroy();
    await turn();
    expect([...population.connections]).toEqual([second]);
    expect(enter()).not.toBeNull();
  });
});

describe('connections that are not known yet', () => {
  it('give way to a new one from their address, the oldest silent one first', () => {
    const { population, enter } = start();
    const [first, second] = [enter(), enter()];
    population.connectReceived(first!);
    expect(enter()).not.toBeNull();
    expect([first?.destroyed, second?.destroyed]).toEqual([false, true]);
    expect(population.pending).toBe(2);
  });

  it('share the limit of their IPv6 network', () => {
    const { enter } = start();
    const [first] = [enter('2001:db8::1'), enter('2001:db8::2'), enter('2001:db8::3')];
    expect(first?.destroyed).toBe(true);
  });

  it('are limited for each listener', () => {
    const { population, enter } = start();
    const connections = (['mqtt', 'mqtts', 'ws'] as const).flatMap((protocol) => [
      enter('10.0.0.1', protocol),
      enter('10.0.0.1', protocol),
    ]);
    expect(connections.map((connection) => connection?.destroyed)).toEqual(Array.from({ length: 6 }, () => false));
    expect(population.pending).toBe(6);
  });

  it('are no longer counted when they close or are known', async () => {
    const { population, enter } = start();
    const [first, second] = [enter(), enter()];
    first?.destroy();
    await turn();
    expect(population.pending).toBe(1);
    population.identify(second!, principal('device', 'A'), 'A');
    expect(population.pending).toBe(0);
    enter();
    enter();
    expect(second?.destroyed).toBe(false);
  });
});

describe('a client that is known', () => {
  it('is found and counted by its credential until it closes', async () => {
    const { population, known } = start();
    const { connection } = known('console', '7', 'tab-1');
    const other = known('console', '7', 'tab-2').connection;
    known('console', '8', 'tab-1');
    known('device', '7', '7');
    expect(population.of('console', '7')).toEqual([connection, other]);
    expect([population.count('console'), population.count('device'), population.count('service')]).toEqual([3, 1, 0]);
    expect(connection.principal).toEqual(principal('console', '7'));
    connection.destroy();
    await turn();
    expect(population.of('console', '7')).toEqual([other]);
    expect(population.count('console')).toBe(2);
    expect(population.of('console', '9')).toEqual([]);
  });

  it('has so many connections with its credential, each kind its own number', () => {
    const { known } = start();
    expect(['1', '2'].map((client) => known('device', 'A', client).isAdmitted)).toEqual([true, false]);
    expect(['1', '2', '3'].map((client) => known('console', '7', client).isAdmitted)).toEqual([true, true, false]);
    expect(known('console', '8', '1').isAdmitted).toBe(true);
  });

  it('may come again with a client id that is connected, which it takes over', () => {
    const { population, known } = start();
    known('device', 'A', 'A');
    expect(known('device', 'A', 'A').isAdmitted).toBe(true);
    expect(population.count('device')).toBe(2);
  });

  it('is refused without a trace: it is neither known nor counted, and still limited as unknown', () => {
    const { population, known } = start();
    known('device', 'A', '1');
    const { connection } = known('device', 'A', '2');
    expect([connection.principal, population.count('device'), population.pending]).toEqual([null, 1, 1]);
  });

  it('has room again when one of its connections has closed', async () => {
    const { known } = start();
    known('device', 'A', '1').connection.destroy();
    await turn();
    expect(known('device', 'A', '2').isAdmitted).toBe(true);
  });

  it('is not admitted when it is gone, nor a second time', () => {
    const { population, known, enter } = start();
    const gone = enter()!;
    gone.destroy();
    expect(population.identify(gone, principal('device', 'A'), 'A')).toBe(false);
    const { connection } = known('console', '7', '1');
    expect(population.identify(connection, principal('console', '8'), '1')).toBe(false);
    expect(connection.principal).toEqual(principal('console', '7'));
    expect(population.count('console')).toBe(1);
  });
});
