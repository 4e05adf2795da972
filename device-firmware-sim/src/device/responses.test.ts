import { expect, test } from 'vitest';
import { createOutbox } from './responses.ts';

function begin() {
  const connection = { up: true, sent: [] as string[], pubacks: [] as (() => void)[] };
  const outbox = createOutbox<string>((message, delivered) => {
    if (!connection.up) return false;
    connection.sent.push(message);
    connection.pubacks.push(delivered);
    return true;
  });
  return { connection, outbox };
}

test('a delivered message is not sent again', () => {
  const { connection, outbox } = begin();
  outbox.add('one');
  connection.pubacks[0]?.();
  outbox.add('two');
  outbox.connected();
  expect(connection.sent).toEqual(['one', 'two', 'two']);
});

test('messages added while disconnected are sent in order after the next connection', () => {
  const { connection, outbox } = begin();
  connection.up = false;
  outbox.add('one');
  outbox.add('two');
  expect(connection.sent).toEqual([]);
  connection.up = true;
  outbox.connected();
  expect(connection.sent).toEqual(['one', 'two']);
});

test('only the newest messages are kept above the limit', () => {
  const { connection, outbox } = begin();
  connection.up = false;
  for (let at = 0; at < 500; at++) outbox.add(String(at));
  expect(outbox.size).toBe(200);
  connection.up = true;
  outbox.connected();
  expect(connection.sent.at(0)).toBe('300');
});
