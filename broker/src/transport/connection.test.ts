import { setImmediate as turn } from 'node:timers/promises';
import mqttPacket from 'mqtt-packet';
import { describe, expect, it, vi } from 'vitest';
import { TokenBucket } from '../limits/token-bucket.ts';
import { fakeConnection } from '../testing/fake-connection.ts';
import { connectPacket, publishPacket } from '../testing/raw-client.ts';
import { ConnectionDroppedError } from './connection.ts';

describe('a connection', () => {
  it('sends the writes of one turn of the event loop together', async () => {
    const { connection, written } = fakeConnection();
    connection.write(Buffer.from('a'));
    connection.write('b');
    await Promise.resolve();
    connection.write(Buffer.from('c'));
    expect(written).toEqual([]);
    await turn();
    connection.write('d');
    await turn();
    expect(written).toEqual(['abc', 'd']);
  });

  it('sends PUBACKs after what is written to others in the next turn, as Aedes publishes what it has acknowledged', async () => {
    const sent: string[] = [];
    const [publisher, subscriber] = [fakeConnection(), fakeConnection()];
    publisher.transport.write = (bytes) => sent.push(bytes.toString('hex'));
    subscriber.transport.write = (bytes) => sent.push(bytes.toString());
    for (const id of [1, 2]) mqttPacket.writeToStream({ cmd: 'puback', messageId: id }, publisher.connection);
    await turn();
    subscriber.connection.write('message');
    for (let turns = 0; turns < 3; turns++) await turn();
    expect(sent).toEqual(['message', '4002000140020002']);
  });

  it('sends PUBACKs without delay together with other packets', async () => {
    const { connection, written } = fakeConnection();
    mqttPacket.writeToStream({ cmd: 'puback', messageId: 0x4141 }, connection);
    connection.write('pingresp');
    await turn();
    expect(written).toEqual(['@\u0002AApingresp']);
  });

  it('throws on a value that is not bytes, as a stream does', () => {
    expect(() => fakeConnection().connection.write(undefined as unknown as Buffer)).toThrow(TypeError);
  });

  it('is dropped above its buffer limit, and its buffered bytes are discarded', async () => {
    const { connection, transport, calls, written } = fakeConnection();
    const failed = new Promise((resolve) => connection.once('error', resolve));
    transport.buffered = 64 * 1024;
    expect(connection.write('x')).toBe(true);
    expect(await failed).toEqual(new ConnectionDroppedError('slow_consumer'));
    await turn();
    expect([calls, written]).toEqual([['destroy'], []]);
  });

  it('has no capacity after it was dropped, so that nobody goes on sending to it', () => {
    const { connection } = fakeConnection();
    connection.on('error', () => undefined);
    connection.write(Buffer.alloc(64 * 1024 + 1));
    expect([connection.destroyed, connection.hasCapacity]).toEqual([true, false]);
  });

  it('closes gracefully when little is buffered, so that a refusal is still sent', () => {
    const { connection, calls, written } = fakeConnection();
    connection.write('connack');
    connection.destroy();
    expect([written, calls]).toEqual([['connack'], ['end']]);
  });

  it('passes on only complete packets, however they are split', () => {
    const { connection, handlers } = fakeConnection();
    const connect = mqttPacket.generate(connectPacket({ clientId: 'x' }));
    const publish = mqttPacket.generate(publishPacket('t', Buffer.alloc(300, 'x')));
    const stream = Buffer.concat([connect, publish, publish]);
    for (let at = 0; at < connect.length + 200; at++) handlers.onData(stream.subarray(at, at + 1));
    expect(connection.readableLength).toBe(connect.length);
    handlers.onData(stream.subarray(connect.length + 200, stream.length - 1));
    expect(connection.readableLength).toBe(connect.length + publish.length);
    handlers.onData(stream.subarray(stream.length - 1));
    expect(connection.read()).toEqual(stream);
  });

  it('reads a client over its byte rate more slowly', () => {
    vi.useFakeTimers();
    const { connection, handlers, calls } = fakeConnection();
    connection.byteBucket = new TokenBucket(1_000, 100, performance.now());
    const connect = mqttPacket.generate(connectPacket({ clientId: 'x' }));
    handlers.onData(connect);
    expect(calls).toEqual([]);
    handlers.onData(mqttPacket.generate(publishPacket('t', Buffer.alloc(500))));
    expect(calls).toEqual(['pause']);
    vi.advanceTimersByTime(300);
    expect(calls).toEqual(['pause']);
    vi.advanceTimersByTime(300);
    expect(calls).toEqual(['pause', 'resume']);
    vi.useRealTimers();
  });

  it('calls onDrain when it has capacity again', async () => {
    const { connection, transport, handlers } = fakeConnection();
    let calls = 0;
    connection.onDrain = () => calls++;
    transport.buffered = 20 * 1024;
    connection.write('x');
    await turn();
    expect(calls).toBe(0);
    transport.buffered = 0;
    handlers.onDrain();
    expect(calls).toBe(1);
  });
});
