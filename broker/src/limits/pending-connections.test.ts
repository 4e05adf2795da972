import { describe, expect, it } from 'vitest';
import { PendingConnections } from './pending-connections.ts';

function start(total: number, perAddress: number) {
  const dropped: string[] = [];
  const pending = new PendingConnections<string>({ total, perAddress }, (connection) => dropped.push(connection));
  const enter = (connection: string, group: string | null): boolean => {
    const hasRoom = pending.makeRoom(group);
    if (hasRoom) pending.add(connection, group);
    return hasRoom;
  };
  return { pending, dropped, enter };
}

describe('pending connections', () => {
  it('of one address are dropped for a new one, the oldest idle one first', () => {
    const { pending, dropped, enter } = start(100, 3);
    for (const connection of ['a', 'b', 'c']) enter(connection, 'x');
    pending.connectReceived('a');
    expect(enter('d', 'x')).toBe(true);
    expect(enter('other', 'y')).toBe(true);
    expect([dropped, pending.size]).toEqual([['b'], 4]);
  });

  it('that have sent a CONNECT are not dropped: the new one is refused', () => {
    const { pending, dropped, enter } = start(100, 2);
    for (const connection of ['a', 'b']) {
      enter(connection, 'x');
      pending.connectReceived(connection);
    }
    expect([enter('c', 'x'), enter('d', 'y'), dropped]).toEqual([false, true, []]);
    pending.remove('a');
    expect(enter('c', 'x')).toBe(true);
  });

  it('are limited in total: the oldest idle one of any address is dropped', () => {
    const { pending, dropped, enter } = start(3, 2);
    enter('a', 'x');
    enter('b', 'y');
    enter('c', 'y');
    pending.connectReceived('a');
    expect([enter('d', 'z'), dropped, pending.size]).toEqual([true, ['b'], 3]);
    for (const connection of ['c', 'd']) pending.connectReceived(connection);
    expect([enter('e', 'w'), pending.size]).toEqual([false, 3]);
  });

  it('of a proxy are limited in total only', () => {
    const { dropped, enter } = start(3, 1);
    for (const connection of ['a', 'b', 'c']) expect(enter(connection, null)).toBe(true);
    expect([enter('d', null), dropped]).toEqual([true, ['a']]);
  });

  it('count for their address once, until they are authenticated or closed', () => {
    const { pending, dropped, enter } = start(100, 1);
    for (let turn = 0; turn < 5; turn++) {
      enter(`idle ${turn}`, 'x');
      pending.remove(`idle ${turn}`);
      pending.remove(`idle ${turn}`);
      enter(`known ${turn}`, 'x');
      pending.connectReceived(`known ${turn}`);
      pending.remove(`known ${turn}`);
    }
    expect([dropped, pending.size]).toEqual([[], 0]);
  });

  it('count for their address while others of it are left', () => {
    const { pending, dropped, enter } = start(100, 2);
    for (const connection of ['a', 'b']) enter(connection, 'x');
    pending.remove('a');
    expect([enter('c', 'x'), dropped]).toEqual([true, []]);
    expect([enter('d', 'x'), dropped]).toEqual([true, ['b']]);
  });

  it('that are not pending any more change nothing', () => {
    const { pending, dropped, enter } = start(2, 2);
    pending.connectReceived('unknown');
    pending.remove('unknown');
    enter('a', 'x');
    enter('b', null);
    pending.remove('a');
    pending.remove('b');
    pending.connectReceived('a');
    expect(pending.size).toBe(0);
    expect([enter('c', 'x'), enter('d', 'x'), enter('e', 'y'), dropped]).toEqual([true, true, true, ['c']]);
  });
});
