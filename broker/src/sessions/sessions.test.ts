import { describe, expect, it } from 'vitest';
import type { Connection } from '../transport/connection.ts';
import { Sessions } from './sessions.ts';
import type { SessionRequest } from './session.ts';

const limits = {
  perOwner: 3,
  evictable: true,
  windowMessages: 10,
  windowBytes: 1e6,
  queueMessages: 10,
  queueBytes: 1e6,
  expiryMs: 1_000,
};
const request = (id: string, persistent: boolean, owner = 'console:1'): SessionRequest => ({
  id,
  owner,
  persistent,
  limits,
});
const connection = { write: () => true, hasCapacity: true } as unknown as Connection;

function start(maxPersistent = 10) {
  const ended: string[] = [];
  return { ended, sessions: new Sessions(maxPersistent, (session) => ended.push(session.id)) };
}

describe('sessions', () => {
  it('end with their connection when they are clean; persistent ones stay', () => {
    const { sessions, ended } = start();
    const clean = sessions.open(request('clean', false));
    const kept = sessions.open(request('kept', true));
    sessions.detach(clean, 0);
    sessions.detach(kept, 0);
    expect([ended, sessions.open(request('kept', true)) === kept]).toEqual([['clean'], true]);
  });

  it('are not given to another owner, nor to a clean connection', () => {
    const { sessions, ended } = start();
    sessions.open(request('a', true));
    sessions.open(request('a', true, 'console:2'));
    sessions.open(request('a', false, 'console:2'));
    expect(ended).toEqual(['a', 'a']);
  });

  it('expire when their client does not reconnect', () => {
    const { sessions, ended } = start();
    sessions.detach(sessions.open(request('gone', true)), 0);
    sessions.open(request('here', true)).attach(connection);
    sessions.expire(1_000);
    expect(ended).toEqual([]);
    sessions.expire(1_001);
    expect([ended, sessions.count]).toEqual([['gone'], 1]);
  });

  it('are limited in number: the one that has been disconnected for longest is removed', () => {
    const { sessions, ended } = start(2);
    sessions.detach(sessions.open(request('long', true)), 1);
    sessions.detach(sessions.open(request('short', true)), 2);
    sessions.open(request('new', true));
    expect(ended).toEqual(['long']);
  });

  it('of one owner are limited, and do not displace those of the api', () => {
    const { sessions, ended } = start(3);
    const api = { ...request('api', true, 'service:service'), limits: { ...limits, evictable: false } };
    sessions.detach(sessions.open(api), 0);
    for (let at = 1; at <= 9; at++) sessions.detach(sessions.open(request(`console-${at}`, true)), at);
    expect([ended.includes('api'), ended.length, sessions.count]).toEqual([false, 7, 3]);
  });

  it('of one owner end together', () => {
    const { sessions, ended } = start();
    for (const id of ['a', 'b']) sessions.open(request(id, true));
    sessions.open(request('c', true, 'console:2'));
    sessions.endAllOf('console:1');
    expect([ended.toSorted(), sessions.count]).toEqual([['a', 'b'], 1]);
  });
});
