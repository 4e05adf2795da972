import { topics } from '@belfry/schemas/mqtt/topics';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { describe, expect, it } from 'vitest';
import type { Connection } from '../transport/connection.ts';
import { Message } from './message.ts';
import { Session } from './session.ts';

const message = (text = 'x'): Message => new Message('t', Buffer.from(text));
const COST = message().cost;

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
    buffered: 0,
  };
  const metrics = { sentMessages: 0, sentBytes: 0, queued: 0, inflight: 0, lost: 0, framesDropped: 0 };
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
  session.attach(connection as unknown as Connection);
  return { session, sent, dropped, metrics, connection };
}

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

describe('a frame of a live page', () => {
  const frame = (): Message => new Message(topics.pageAudio('6f1c2f9e-7d3b-4f0a-9a53-0f7d3c1e2b4a'), Buffer.from('x'));

  it('is sent beside a full window and queue, at QoS 0, and is never queued', () => {
    const { session, sent, metrics } = start();
    for (let at = 0; at < 3; at++) session.send(message(), 1);
    session.send(frame(), 1);
    expect([sent.length, metrics.queued, metrics.inflight]).toEqual([2, 2, 1]);
  });

  it('is dropped and counted for a client with more than 8 kB of unsent bytes, and its commands are not', () => {
    const { session, sent, metrics, connection } = start();
    connection.buffered = 8 * 1024 + 1;
    session.send(frame(), 0);
    session.send(message(), 1);
    expect([sent.length, metrics.framesDropped]).toEqual([1, 1]);
    connection.buffered = 8 * 1024;
    session.send(frame(), 0);
    expect([sent.length, metrics.framesDropped]).toEqual([2, 1]);
  });

  it('is discarded without a connection', () => {
    const { session, sent, metrics } = start();
    session.detach(0);
    session.send(frame(), 0);
    expect([sent.length, metrics.queued, metrics.framesDropped]).toEqual([0, 0, 0]);
  });
});
