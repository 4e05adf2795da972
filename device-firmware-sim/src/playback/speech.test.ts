import { expect, test } from 'vitest';
import type { Priority } from '@belfry/schemas/domain/announcements';
import { EXPIRED, SpeechQueue, type Speech } from './speech.ts';

const speech = (run_id: string, priority: Priority, startBy = 1_000): Speech => ({
  run_id,
  title: run_id,
  items: [],
  priority,
  volume: null,
  repeat: 1,
  pause_ms: 0,
  startAt: null,
  startBy,
  tooLate: EXPIRED,
});

test('higher priorities come first, equal ones in their order', () => {
  const queue = new SpeechQueue();
  for (const each of ['a scheduled', 'b say_now', 'c scheduled', 'd emergency', 'e say_now', 'f emergency']) {
    const [id, priority] = each.split(' ');
    queue.add(speech(id ?? '', priority as Priority));
  }
  expect(queue.firstOf('scheduled')?.run_id).toBe('a');
  expect(queue.remove().map(({ run_id }) => run_id)).toEqual(['d', 'f', 'b', 'e', 'a', 'c']);
  expect(queue.first()).toBeUndefined();
});

test('those that may not start any more are taken out', () => {
  const queue = new SpeechQueue();
  queue.add(speech('old', 'say_now', 10));
  queue.add(speech('new', 'say_now', 20));
  expect(queue.takeExpired(15).map(({ run_id }) => run_id)).toEqual(['old']);
  expect(queue.has('old')).toBe(false);
  expect(queue.first()?.run_id).toBe('new');
});

test('is bounded', () => {
  const queue = new SpeechQueue();
  const added = Array.from({ length: 101 }, (_, at) => queue.add(speech(String(at), 'say_now')));
  expect(added.filter(Boolean)).toHaveLength(100);
  expect(queue.remove()).toHaveLength(100);
});
