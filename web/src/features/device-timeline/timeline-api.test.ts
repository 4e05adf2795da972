import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { LiveMessage } from '../../lib/mqtt/message.ts';
import type { LiveEntry } from '../../lib/mqtt/stream.ts';
import { followTimeline, STORED_AFTER_MS } from './timeline-api.ts';

const SERIAL = '1111-2222-3333-4444';
const message = (retained = false) =>
  ({ kind: 'status', serial: SERIAL, topic: topics.status(SERIAL), retained, receivedAt: 1 }) as LiveMessage;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function follow() {
  const dispatch = vi.fn();
  const attached: LiveEntry[] = [];
  const detach = vi.fn();
  const stream = {
    attach: (entry: LiveEntry) => {
      attached.push(entry);
      return detach;
    },
    middleware: () => (next: (action: unknown) => unknown) => next,
  };
  const stop = followTimeline(SERIAL, { stream, dispatch, requestId: () => '1' });
  const filters = () => attached[0]?.filters() ?? [];
  return { dispatch, detach, stop, filters, receive: (...messages: LiveMessage[]) => attached[0]?.patch(messages) };
}

it('refetches once for the messages of a second, after they are stored', () => {
  const { dispatch, receive } = follow();
  receive(message(), message());
  vi.advanceTimersByTime(STORED_AFTER_MS - 1);
  receive(message());
  expect(dispatch).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(dispatch).toHaveBeenCalledOnce();
});

it('ignores retained messages and those that the stream repeats after a fetch', () => {
  const { dispatch, receive } = follow();
  const first = message();
  receive(first);
  vi.advanceTimersByTime(STORED_AFTER_MS);
  receive(first, message(true));
  vi.advanceTimersByTime(STORED_AFTER_MS);
  expect(dispatch).toHaveBeenCalledOnce();
});

it('follows the receipts of announcements', () => {
  const { dispatch, filters, receive } = follow();
  expect(filters()).toContain(topics.receipts(SERIAL));
  receive({ kind: 'receipts', serial: SERIAL, topic: topics.receipts(SERIAL), retained: false } as LiveMessage);
  vi.advanceTimersByTime(STORED_AFTER_MS);
  expect(dispatch).toHaveBeenCalledOnce();
});

it('does nothing after the undo', () => {
  const { dispatch, detach, stop, receive } = follow();
  receive(message());
  stop();
  vi.advanceTimersByTime(STORED_AFTER_MS);
  expect(detach).toHaveBeenCalledOnce();
  expect(dispatch).not.toHaveBeenCalled();
});
