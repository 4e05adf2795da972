import { describe, expect, it } from 'vitest';
import { PendingConnections } from './pending.ts';

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
  it('of one address give way to a new one of it, the oldest silent one first', () => {
    const { pending, dropped, enter } = start(100, 3);
    for (const connection of ['a', 'b', 'c']) enter(connection, 'x');
    pending.connectReceived('a');
    expect(enter('d', 'x')).toBe(true);
    expect(enter('other', 'y')).toBe(true);
    expect([dropped, pending.size]).toEqual([['b'], 4]);
  });

  it('that wait for an answer do not give way: the new one is refused', () => {
    const { pending, dropped, enter } = start(100, 2);
    for (const connection of ['a', 'b']) {
      enter(connection, 'x');
      pending.connectReceived(connection);
    }
    expect([enter('c', 'x'), enter('d', 'y'), dropped]).toEqual([false, true, []]);
    pending.remove('a');
    expect(enter('c', 'x')).toBe(true);
  });

  it('of all addresses together give way when they are too many, the oldest silent one first', () => {
    const { pending, dropped, enter } = start(3, 2);
    enter('a', 'x');
    enter('b', 'y');
    enter('c', 'y');
    pending.connectReceived('a');
    expect([enter('d', 'z'), dropped, pending.size]).toEqual([true, ['b'], 3]);
    for (const connection of ['c', 'd']) pending.connectReceived(connection);
    expect([enter('e', 'w'), pending.size]).toEqual([false, 3]);
  });

  it('of a proxy that speaks for many are limited in all only', () => {
    const { dropped, enter } = start(3, 1);
    for (const connection of ['a', 'b', 'c']) expect(enter(connection, null)).toBe(true);
    expect([enter('d', null), dropped]).toEqual([true, ['a']]);
  });

  it('count for their address until they are known or gone, and once', () => {
    const { pending, dropped, enter } = start(100, 1);
    for (let turn = 0; turn < 5; turn++) {
      enter(`silent ${turn}`, 'x');
      pending.remove(`silent ${turn}`);
      pending.remove(`silent ${turn}`);
      enter(`known ${turn}`, 'x');
      pending.connectReceived(`known ${turn}`);
      pending.remove(`known ${turn}`);
    }
    expect([dropped, pending.size]).toEqual([[], 0]);
  });
});
