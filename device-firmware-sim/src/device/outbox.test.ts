import { expect, test } from 'vitest';
import { createOutbox } from './outbox.ts';

function begin() {
  const line = { up: true, sent: [] as string[], pubacks: [] as (() => void)[] };
  const outbox = createOutbox<string>((message, delivered) => {
    if (!line.up) return false;
    line.sent.push(message);
    line.pubacks.push(delivered);
    return true;
  });
  return { line, outbox };
}

test('a delivered message is not sent again', () => {
  const { line, outbox } = begin();
  outbox.add('one');
  line.pubacks[0]?.();
  outbox.add('two');
  outbox.connected();
  expect(line.sent).toEqual(['one', 'two', 'two']);
});

test('messages added while disconnected are sent in order after the next connection', () => {
  const { line, outbox } = begin();
  line.up = false;
  outbox.add('one');
  outbox.add('two');
  expect(line.sent).toEqual([]);
  line.up = true;
  outbox.connected();
  expect(line.sent).toEqual(['one', 'two']);
});

test('only the newest messages are kept above the limit', () => {
  const { line, outbox } = begin();
  line.up = false;
  for (let at = 0; at < 500; at++) outbox.add(String(at));
  expect(outbox.size).toBe(200);
  line.up = true;
  outbox.connected();
  expect(line.sent.at(0)).toBe('300');
});
