import { setImmediate as turn } from 'node:timers/promises';
import mqttPacket from 'mqtt-packet';
import { describe, expect, it, vi } from 'vitest';
import { TokenBucket } from '../limits/token-bucket.ts';
import { fakeConnection } from '../testing/fake-connection.ts';
import { connectPacket, publishPacket } from '../testing/raw-client.ts';
import { Dropped } from './connection.ts';

describe('a connection', () => {
  it('gathers what one turn writes into one piece', async () => {
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

  it('refuses what is no bytes, as a stream does', () => {
    expect(() => fakeConnection().connection.write(undefined as unknown as Buffer)).toThrow(TypeError);
  });

  it('is dropped when more waits than may, and what waits goes with it', async () => {
    const { connection, carrier, calls, written } = fakeConnection();
    const failed = new Promise((resolve) => connection.once('error', resolve));
    carrier.buffered = 64 * 1024;
    expect(connection.write('x')).toBe(true);
    expect(await failed).toEqual(new Dropped('slow_consumer'));
    await turn();
    expect([calls, written]).toEqual([['destroy'], []]);
  });

  it('ends in order when little waits, so that a refusal still arrives', () => {
    const { connection, calls, written } = fakeConnection();
    connection.write('connack');
    connection.destroy();
    expect([written, calls]).toEqual([['connack'], ['end']]);
  });

  it('hands on whole packets only, however they come', () => {
    const { connection, events } = fakeConnection();
    const hello = mqttPacket.generate(connectPacket({ clientId: 'x' }));
    const publish = mqttPacket.generate(publishPacket('t', Buffer.alloc(300, 'x')));
    const stream = Buffer.concat([hello, publish, publish]);
    for (let at = 0; at < hello.length + 200; at++) events.data(stream.subarray(at, at + 1));
    expect(connection.readableLength).toBe(hello.length);
    events.data(stream.subarray(hello.length + 200, stream.length - 1));
    expect(connection.readableLength).toBe(hello.length + publish.length);
    events.data(stream.subarray(stream.length - 1));
    expect(connection.read()).toEqual(stream);
  });

  it('reads a client over its byte rate more slowly', () => {
    vi.useFakeTimers();
    const { connection, events, calls } = fakeConnection();
    connection.byteBucket = new TokenBucket(1_000, 100, performance.now());
    const hello = mqttPacket.generate(connectPacket({ clientId: 'x' }));
    events.data(hello);
    expect(calls).toEqual([]);
    events.data(mqttPacket.generate(publishPacket('t', Buffer.alloc(500))));
    expect(calls).toEqual(['pause']);
    vi.advanceTimersByTime(300);
    expect(calls).toEqual(['pause']);
    vi.advanceTimersByTime(300);
    expect(calls).toEqual(['pause', 'resume']);
    vi.useRealTimers();
  });

  it('says when there is room again', async () => {
    const { connection, carrier, events } = fakeConnection();
    let told = 0;
    connection.onRelaxed = () => told++;
    carrier.buffered = 20 * 1024;
    connection.write('x');
    await turn();
    expect(told).toBe(0);
    carrier.buffered = 0;
    events.drained();
    expect(told).toBe(1);
  });
});
