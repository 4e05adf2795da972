import mqttPacket, { type Packet } from 'mqtt-packet';
import { describe, expect, it } from 'vitest';
import type { Connection } from '../transport/connection.ts';
import { Message } from './message.ts';
import { Session } from './session.ts';

const message = (text = 'x'): Message => new Message('t', Buffer.from(text));
const COST = message().cost;

/** A session with a window of one message and a queue of three. */
function start({ persistent = true, queueMessages = 3, queueBytes = 3 * COST } = {}) {
  const sent: string[] = [];
  const dropped: unknown[] = [];
  const parser = mqttPacket.parser();
  parser.on('packet', (packet: Packet) => {
    if (packet.cmd === 'publish') sent.push(packet.payload.toString());
  });
  const connection = {
    write: (bytes: Buffer) => void parser.parse(bytes),
    destroy: (error: unknown) => dropped.push(error),
    hasCapacity: true,
  } as unknown as Connection;
  const metrics = { sentMessages: 0, sentBytes: 0, queued: 0, inflight: 0, lost: 0 };
  const limits = {
    perOwner: 1,
    evictable: true,
    windowMessages: 1,
    windowBytes: 1e6,
    queueMessages,
    queueBytes,
    expiryMs: 1,
  };
  const session = new Session({ id: 'id', owner: 'owner', persistent, limits }, metrics);
  session.attach(connection);
  return { session, sent, dropped, metrics };
}

/** Sends so many messages, of which one fits into the window, and acknowledges each in turn. */
function fillAndDrain(session: Session, count: number, firstId: number): void {
  for (let at = 0; at < count; at++) session.send(message(), 1);
  for (let at = 0; at < count; at++) session.acknowledge(firstId + at);
}

describe('the queue of a session', () => {
  it.each([true, false])('has its full capacity again after it has been emptied (persistent: %s)', (persistent) => {
    const { session, sent, dropped, metrics } = start({ persistent });
    for (let turn = 0; turn < 20; turn++) fillAndDrain(session, 4, turn * 4 + 1);
    expect([sent.length, dropped.length, metrics]).toMatchObject([80, 0, { queued: 0, inflight: 0, lost: 0 }]);
  });

  it('discards the oldest messages by bytes, and then has exactly that capacity', () => {
    const { session, sent, metrics } = start({ queueMessages: 100 });
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f']) session.send(message(text), 1);
    expect([metrics.lost, metrics.queued]).toEqual([2, 3]);
    for (let id = 1; id <= 4; id++) session.acknowledge(id);
    expect(sent).toEqual(['a', 'd', 'e', 'f']);
  });

  it('of a clean session drops the client when it is full by bytes', () => {
    const { session, dropped } = start({ persistent: false, queueMessages: 100 });
    for (let at = 0; at < 4; at++) session.send(message(), 1);
    expect(dropped).toEqual([]);
    session.send(message(), 1);
    expect(dropped).toHaveLength(1);
  });
});
