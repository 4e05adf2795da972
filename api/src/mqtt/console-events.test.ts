import { describe, expect, it, vi } from 'vitest';
import { createLogger } from '../log.ts';
import { createConsoleEvents } from './console-events.ts';

const findAdministratorIds = vi.fn(() => Promise.resolve([1, 2]));
const findSignedInIds = () => Promise.resolve([1, 7]);
const findMembersOf = vi.fn((_ownerIds: readonly number[]) =>
  Promise.resolve([] as { user_id: number; owner_id: number }[]),
);

function setUp() {
  const sent: Record<string, unknown[]> = {};
  const broker = {
    connected: true,
    publish: (topic: string, payload: string) => {
      const { type, ids } = JSON.parse(payload) as { type: string; ids: number[] };
      (sent[topic] ??= []).push({ type, ids });
      return Promise.resolve();
    },
    disconnect: () => Promise.resolve(),
    forget: () => Promise.resolve(),
  };
  return {
    sent,
    broker,
    events: createConsoleEvents({
      broker,
      log: createLogger('silent'),
      findAdministratorIds,
      findSignedInIds,
      findMembersOf,
    }),
  };
}

describe('events for consoles', () => {
  it('collect concurrent changes, and reach administrators and owners with the objects that they may see', async () => {
    const { sent, events } = setUp();
    events.changed('devices_changed', [10], 7);
    events.changed('devices_changed', [10, 11]);
    events.changed('commands_changed', [10], 7);
    await expect.poll(() => Object.keys(sent).length).toBe(3);
    const everything = [
      { type: 'devices_changed', ids: [10, 11] },
      { type: 'commands_changed', ids: [10] },
    ];
    expect(sent).toEqual({
      'users/1/events': everything,
      'users/2/events': everything,
      'users/7/events': [
        { type: 'devices_changed', ids: [10] },
        { type: 'commands_changed', ids: [10] },
      ],
    });
  });

  it('reach the members of an organisation without ids, since these may be outside of their branches', async () => {
    const { sent, events } = setUp();
    findMembersOf.mockImplementationOnce((ownerIds) =>
      Promise.resolve(ownerIds.map((owner_id) => ({ user_id: 30, owner_id }))),
    );
    events.changed('devices_changed', [10], 7);
    events.notify(7, 'user_changed', [7]);
    await expect.poll(() => sent['users/7/events']?.length).toBe(2);
    expect(sent['users/30/events']).toEqual([{ type: 'devices_changed', ids: [] }]);
  });

  it('of thousands of users reach those who are signed in, without a long pause for others', async () => {
    const { sent, events } = setUp();
    for (let id = 1; id <= 5_000; id += 1) events.notify(id, 'user_changed', [id]);
    await expect.poll(() => sent['users/7/events']).toEqual([{ type: 'user_changed', ids: [7] }]);
    expect(Object.keys(sent)).toEqual(['users/1/events', 'users/7/events']);
  });

  it('can be for everybody who is signed in, and for administrators', async () => {
    const { sent, events } = setUp();
    events.notifyAll('voices_changed', ['a']);
    events.changed('voices_changed', ['b']);
    await expect.poll(() => Object.keys(sent).length).toBe(3);
    expect(sent).toEqual({
      'users/1/events': [{ type: 'voices_changed', ids: ['b', 'a'] }],
      'users/2/events': [{ type: 'voices_changed', ids: ['b'] }],
      'users/7/events': [{ type: 'voices_changed', ids: ['a'] }],
    });
  });

  it('can be for one user; an administrator also gets those for all administrators', async () => {
    const { sent, events } = setUp();
    events.notify(7, 'user_changed', [7]);
    events.notify(1, 'user_changed', [1]);
    events.changed('users_changed', [7]);
    await expect.poll(() => Object.keys(sent).length).toBe(3);
    expect(sent).toEqual({
      'users/7/events': [{ type: 'user_changed', ids: [7] }],
      'users/1/events': [
        { type: 'users_changed', ids: [7] },
        { type: 'user_changed', ids: [1] },
      ],
      'users/2/events': [{ type: 'users_changed', ids: [7] }],
    });
  });

  it('contain every id up to the limit of the message', async () => {
    const { sent, events } = setUp();
    const ids = Array.from({ length: 1_000 }, (_, id) => id);
    for (const id of ids) events.changed('devices_changed', [id], 7);
    await expect.poll(() => sent['users/7/events']).toEqual([{ type: 'devices_changed', ids }]);
    expect(sent['users/1/events']).toEqual([{ type: 'devices_changed', ids }]);
  });

  it('contain no ids when there are too many, which means to refetch everything', async () => {
    const { sent, events } = setUp();
    events.changed(
      'devices_changed',
      Array.from({ length: 1_001 }, (_, id) => id),
    );
    await expect.poll(() => sent['users/1/events']).toEqual([{ type: 'devices_changed', ids: [] }]);
  });

  it('are collected while earlier ones are still being sent', async () => {
    const { sent, events } = setUp();
    const administrators = Promise.withResolvers<number[]>();
    findAdministratorIds.mockClear().mockReturnValueOnce(administrators.promise);
    vi.useFakeTimers();
    events.changed('commands_changed', ['first']);
    await vi.advanceTimersByTimeAsync(100);
    events.changed('commands_changed', ['second']);
    events.changed('commands_changed', ['third']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(findAdministratorIds).toHaveBeenCalledTimes(1);
    administrators.resolve([1]);
    await vi.advanceTimersByTimeAsync(100);
    vi.useRealTimers();
    expect(findAdministratorIds).toHaveBeenCalledTimes(2);
    expect(sent['users/1/events']).toEqual([
      { type: 'commands_changed', ids: ['first'] },
      { type: 'commands_changed', ids: ['second', 'third'] },
    ]);
  });

  it('are dropped while the broker is unavailable, without a database query', async () => {
    const { broker, events, sent } = setUp();
    findAdministratorIds.mockClear();
    broker.connected = false;
    vi.useFakeTimers();
    events.changed('devices_changed', [1], 7);
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    expect(sent).toEqual({});
    expect(findAdministratorIds).not.toHaveBeenCalled();
  });
});
