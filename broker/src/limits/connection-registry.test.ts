import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { serviceRights } from '@belfry/schemas/mqtt/authorize';
import type { ClientKind, Principal } from '../principal.ts';
import { fakeConnection } from '../testing/fake-connection.ts';
import type { Transport } from '../transport/transport.ts';
import { ConnectionRegistry } from './connection-registry.ts';

const PENDING = { total: 3, perAddress: 2 };
const principal = (kind: ClientKind, id: string): Principal => ({ kind, id, rights: serviceRights });

function start({ connections = 100 } = {}) {
  const registry = new ConnectionRegistry({
    connections,
    pending: { mqtt: PENDING, mqtts: PENDING, ws: PENDING },
    perCredential: { device: 1, console: 2, service: 3 },
  });
  return {
    registry,
    open(peer = '10.0.0.1', protocol: Transport['protocol'] = 'mqtt') {
      if (!registry.makeRoom(protocol, peer)) return null;
      const { connection } = fakeConnection({ protocol, peer });
      registry.add(connection);
      return connection;
    },
    authenticated(kind: ClientKind, id: string, client: string) {
      const { connection } = fakeConnection({ peer: '10.0.0.99' });
      registry.add(connection);
      return { connection, isAccepted: registry.identify(connection, principal(kind, id), client) };
    },
  };
}

describe('all connections', () => {
  it('are counted until they close, and refused beyond the limit', async () => {
    const { registry, open, authenticated } = start({ connections: 2 });
    const first = authenticated('device', 'A', 'A').connection;
    const second = authenticated('device', 'B', 'B').connection;
    expect(open()).toBeNull();
    first.destroy();
    await turn();
    expect([...registry.connections]).toEqual([second]);
    expect(open()).not.toBeNull();
  });
});

describe('unauthenticated connections', () => {
  it('are dropped for a new one of their address, the oldest idle one first', () => {
    const { registry, open } = start();
    const [first, second] = [open(), open()];
    registry.connectReceived(first!);
    expect(open()).not.toBeNull();
    expect([first?.destroyed, second?.destroyed]).toEqual([false, true]);
    expect(registry.pending).toBe(2);
  });

  it('share the limit of their IPv6 network', () => {
    const { open } = start();
    const [first] = [open('2001:db8::1'), open('2001:db8::2'), open('2001:db8::3')];
    expect(first?.destroyed).toBe(true);
  });

  it('are limited for each listener', () => {
    const { registry, open } = start();
    const connections = (['mqtt', 'mqtts', 'ws'] as const).flatMap((protocol) => [
      open('10.0.0.1', protocol),
      open('10.0.0.1', protocol),
    ]);
    expect(connections.map((connection) => connection?.destroyed)).toEqual(Array.from({ length: 6 }, () => false));
    expect(registry.pending).toBe(6);
  });

  it('are no longer counted when they close or are authenticated', async () => {
    const { registry, open } = start();
    const [first, second] = [open(), open()];
    first?.destroy();
    await turn();
    expect(registry.pending).toBe(1);
    registry.identify(second!, principal('device', 'A'), 'A');
    expect(registry.pending).toBe(0);
    open();
    open();
    expect(second?.destroyed).toBe(false);
  });
});

describe('an authenticated client', () => {
  it('is found and counted by its credential until it closes', async () => {
    const { registry, authenticated } = start();
    const { connection } = authenticated('console', '7', 'tab-1');
    const other = authenticated('console', '7', 'tab-2').connection;
    authenticated('console', '8', 'tab-1');
    authenticated('device', '7', '7');
    expect(registry.findByCredential('console', '7')).toEqual([connection, other]);
    expect([registry.count('console'), registry.count('device'), registry.count('service')]).toEqual([3, 1, 0]);
    expect(connection.principal).toEqual(principal('console', '7'));
    connection.destroy();
    await turn();
    expect(registry.findByCredential('console', '7')).toEqual([other]);
    expect(registry.count('console')).toBe(2);
    expect(registry.findByCredential('console', '9')).toEqual([]);
  });

  it('has a maximum number of connections with its credential, depending on its kind', () => {
    const { authenticated } = start();
    expect(['1', '2'].map((client) => authenticated('device', 'A', client).isAccepted)).toEqual([true, false]);
    expect(['1', '2', '3'].map((client) => authenticated('console', '7', client).isAccepted)).toEqual([
      true,
      true,
      false,
    ]);
    expect(authenticated('console', '8', '1').isAccepted).toBe(true);
  });

  it('may connect with a client id that is connected, which it takes over', () => {
    const { registry, authenticated } = start();
    authenticated('device', 'A', 'A');
    expect(authenticated('device', 'A', 'A').isAccepted).toBe(true);
    expect(registry.count('device')).toBe(2);
  });

  it('is not counted when it is refused, and still limited as unauthenticated', () => {
    const { registry, authenticated } = start();
    authenticated('device', 'A', '1');
    const { connection } = authenticated('device', 'A', '2');
    expect([connection.principal, registry.count('device'), registry.pending]).toEqual([null, 1, 1]);
  });

  it('is accepted again when one of its connections has closed', async () => {
    const { authenticated } = start();
    authenticated('device', 'A', '1').connection.destroy();
    await turn();
    expect(authenticated('device', 'A', '2').isAccepted).toBe(true);
  });

  it('is not accepted when its connection is closed, nor a second time', () => {
    const { registry, authenticated, open } = start();
    const gone = open()!;
    gone.destroy();
    expect(registry.identify(gone, principal('device', 'A'), 'A')).toBe(false);
    const { connection } = authenticated('console', '7', '1');
    expect(registry.identify(connection, principal('console', '8'), '1')).toBe(false);
    expect(connection.principal).toEqual(principal('console', '7'));
    expect(registry.count('console')).toBe(1);
  });
});
