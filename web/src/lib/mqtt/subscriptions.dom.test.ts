import { topics } from '@belfry/schemas/mqtt/topics';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveMessage } from './message.ts';
import { createSubscriptions, isWildcard, matches } from './subscriptions.ts';

const A = '1111-1111-1111-1111';
const B = '2222-2222-2222-2222';
const ignore = () => undefined;
const frame = () => vi.advanceTimersByTimeAsync(300);
const statusOf = (serial: string) => ({ kind: 'status', serial, topic: topics.status(serial) }) as LiveMessage;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function aSink() {
  const sent: string[] = [];
  return {
    sent,
    subscribe: (filters: string[]) => sent.push(`+ ${filters.join(' ')}`),
    unsubscribe: (filters: string[]) => sent.push(`- ${filters.join(' ')}`),
  };
}

describe('filters', () => {
  it('wait for the connection, and are then sent in one packet', async () => {
    const subscriptions = createSubscriptions();
    const sink = aSink();
    subscriptions.add('a', ignore);
    subscriptions.add('b/#', ignore);
    await frame();
    subscriptions.connected(sink);
    expect(sink.sent).toEqual(['+ a b/#']);
    await frame();
    expect(sink.sent).toHaveLength(1);
  });

  it('of one frame are one UNSUBSCRIBE and then one SUBSCRIBE', async () => {
    const subscriptions = createSubscriptions();
    const sink = aSink();
    const undo = ['a', 'b'].map((filter) => subscriptions.add(filter, ignore));
    subscriptions.connected(sink);
    undo.forEach((call) => call());
    subscriptions.add('c', ignore);
    subscriptions.add('d', ignore);
    expect(sink.sent).toEqual(['+ a b']);
    await frame();
    expect(sink.sent).toEqual(['+ a b', '- a b', '+ c d']);
  });

  it('without any handler left are neither sent nor sent again', async () => {
    const subscriptions = createSubscriptions();
    const sink = aSink();
    subscriptions.add('a', ignore)();
    subscriptions.connected(sink);
    await frame();
    expect(sink.sent).toEqual([]);
  });

  it('are sent to the new connection only, and all of them', async () => {
    const subscriptions = createSubscriptions();
    const [previous, next] = [aSink(), aSink()];
    subscriptions.add('a', ignore);
    const undo = subscriptions.add('b', ignore);
    subscriptions.connected(previous);
    subscriptions.disconnected();
    undo();
    subscriptions.add('c', ignore);
    await frame();
    expect(previous.sent).toEqual(['+ a b']);
    subscriptions.connected(next);
    await frame();
    expect(next.sent).toEqual(['+ a c']);
  });

  it('are all sent to a connection that replaces another one', () => {
    const subscriptions = createSubscriptions();
    const next = aSink();
    subscriptions.add('a', ignore);
    subscriptions.connected(aSink());
    subscriptions.connected(next);
    expect(next.sent).toEqual(['+ a']);
  });

  it('are kept for the other handlers of the same filter, even when an undo is called twice', async () => {
    const subscriptions = createSubscriptions();
    const sink = aSink();
    const first = subscriptions.add('a', vi.fn());
    subscriptions.add('a', vi.fn());
    subscriptions.connected(sink);
    first();
    first();
    await frame();
    expect(sink.sent).toEqual(['+ a']);
  });

  it('are ended once, even when the undo of the last handler is called twice', async () => {
    const subscriptions = createSubscriptions();
    const sink = aSink();
    const undo = subscriptions.add('a', ignore);
    subscriptions.connected(sink);
    undo();
    undo();
    await frame();
    expect(sink.sent).toEqual(['+ a', '- a']);
  });

  it('are not ended by the undo of a handler whose filter was added again meanwhile', async () => {
    const subscriptions = createSubscriptions();
    const sink = aSink();
    const first = subscriptions.add('a', vi.fn());
    subscriptions.connected(sink);
    first();
    const handler = vi.fn<() => void>();
    subscriptions.add('a', handler);
    first();
    await frame();
    expect(sink.sent).toEqual(['+ a']);
  });
});

describe('a message', () => {
  it('is delivered to every handler whose filter matches its topic', () => {
    const subscriptions = createSubscriptions();
    const calls: string[] = [];
    for (const filter of [topics.status(A), topics.status(B), 'devices/+/status', 'devices/#', 'users/#']) {
      subscriptions.add(filter, () => calls.push(filter));
    }
    subscriptions.add('devices/#', () => calls.push('second'));
    subscriptions.deliver(statusOf(A));
    expect(calls).toEqual([topics.status(A), 'devices/+/status', 'devices/#', 'second']);
  });

  it('is not delivered to a removed handler', () => {
    const subscriptions = createSubscriptions();
    const handler = vi.fn<() => void>();
    for (const filter of [topics.status(A), 'devices/+/status']) subscriptions.add(filter, handler)();
    subscriptions.deliver(statusOf(A));
    expect(handler).not.toHaveBeenCalled();
  });

  it('is delivered unchanged', () => {
    const subscriptions = createSubscriptions();
    const handler = vi.fn<(message: LiveMessage) => void>();
    subscriptions.add(topics.status(A), handler);
    const message = statusOf(A);
    subscriptions.deliver(message);
    expect(handler).toHaveBeenCalledWith(message);
  });
});

it.each([
  ['a/b', 'a/b', true],
  ['a/b', 'a/c', false],
  ['a/+', 'a/b', true],
  ['a/+', 'a', false],
  ['a/+', 'a/b/c', false],
  ['a/#', 'a/b/c', true],
  ['a/#', 'a', true],
  ['a/#', 'ab', false],
  ['a/+/#', 'a', false],
  ['a/b', 'a/b/c', false],
  ['a/b', 'a', false],
  ['+/+', 'a/', true],
  ['+', 'a/b', false],
  ['+/b/#', 'a/b', true],
  ['#', 'a/b', true],
])('%s over %s: %s', (filter, topic, fits) => expect(matches(filter, topic)).toBe(fits));

it.each([
  ['a/b', false],
  ['a/+/b', true],
  ['+', true],
  ['a/#', true],
  ['#', true],
])('%s names more than one topic: %s', (filter, wildcard) => expect(isWildcard(filter)).toBe(wildcard));
