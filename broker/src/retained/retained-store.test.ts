import { shardFilter } from '@belfry/schemas/mqtt/shards';
import { topics } from '@belfry/schemas/mqtt/topics';
import { describe, expect, it } from 'vitest';
import { RetainedStore } from './retained-store.ts';
import type { RetainedSource } from '../sessions/session.ts';

const PUBLISHER = 'publisher';
const start = (messages: number, bytes = 1_000, perPublisher = { messages: 3, bytes: 100 }): RetainedStore =>
  new RetainedStore({ messages, bytes, perPublisher });

const put = (store: RetainedStore, topic: string, text: string, publisher: string | null = null): boolean =>
  store.store({ topic, payload: Buffer.from(text), qos: 1, publisher });

const drain = (source: RetainedSource): string[] => {
  const lines: string[] = [];
  for (let next = source.next(); !next.done; next = source.next()) {
    const { message, qos } = next.value as { message: { topic: string; payload: Buffer }; qos: number };
    lines.push(`${message.topic}=${message.payload.toString()}@${qos}`);
  }
  return lines;
};

it('looks each message up when it is sent, so that an old state does not follow a newer one', () => {
  const store = start(10);
  put(store, 'a/1', 'old');
  put(store, 'a/2', 'gone');
  store.store({ topic: 'a/3', payload: Buffer.from('three'), qos: 0, publisher: null });
  const source = store.matching('a/+', 2);
  expect(source.next().value?.message.payload.toString()).toBe('old');
  put(store, 'a/3', 'newer');
  put(store, 'a/1', 'new');
  put(store, 'a/2', '');
  put(store, 'a/4', 'later');
  expect(drain(source)).toEqual(['a/3=newer@1']);
  expect(drain(store.matching('a/1', 0))).toEqual(['a/1=new@0']);
});

it('copies the payload, and counts messages that do not fit', () => {
  const store = start(1);
  const chunk = Buffer.from('retained and more');
  store.store({ topic: 'a', payload: chunk.subarray(0, 8), qos: 1, publisher: null });
  chunk.fill('x');
  put(store, 'b', 'b');
  put(store, 'a', 'again');
  expect([drain(store.matching('#', 1)), store.size, store.refused]).toEqual([['a=again@1'], 1, 1]);
  expect(store.get('a')?.buffer.byteLength).toBe(5);
});

describe('the budget of a publisher', () => {
  it('limits its topics and does not affect other publishers', () => {
    const store = start(100);
    for (const topic of ['a', 'b', 'c']) expect(put(store, topic, 'x', PUBLISHER)).toBe(true);
    expect(put(store, 'd', 'x', PUBLISHER)).toBe(false);
    expect(put(store, 'd', 'x', 'other')).toBe(true);
    expect(put(store, 'e', 'x')).toBe(true);
    expect([store.size, store.refused]).toEqual([5, 1]);
  });

  it('limits the bytes of topics and payloads, and a refused message changes nothing', () => {
    const store = start(100);
    expect(put(store, 'a', 'x'.repeat(98), PUBLISHER)).toBe(true);
    expect(put(store, 'b', 'x', PUBLISHER)).toBe(false);
    expect(put(store, 'a', 'x'.repeat(100), PUBLISHER)).toBe(false);
    expect([store.get('a')?.length, store.get('b'), store.bytes]).toEqual([98, undefined, 99]);
    expect(put(store, 'a', 'x'.repeat(99), PUBLISHER)).toBe(true);
  });

  it('counts a topic once, however often its message is replaced', () => {
    const store = start(100);
    for (let turn = 0; turn < 50; turn++) expect(put(store, 'a', 'x'.repeat(60), PUBLISHER)).toBe(true);
    expect([store.size, store.bytes]).toEqual([1, 61]);
  });

  it('is released when any client clears the topic or another publisher replaces the message', () => {
    const store = start(100);
    for (const topic of ['a', 'b', 'c']) put(store, topic, 'x', PUBLISHER);
    put(store, 'a', '');
    put(store, 'b', '', PUBLISHER);
    put(store, 'c', 'the api says otherwise');
    for (const topic of ['d', 'e', 'f']) expect(put(store, topic, 'x', PUBLISHER)).toBe(true);
    expect(put(store, 'g', 'x', PUBLISHER)).toBe(false);
    expect([store.size, store.bytes]).toEqual([4, 3 * 2 + 1 + 22]);
  });
});

describe('what a publisher has cleared', () => {
  it('is free again, in bytes and in topics, and what it has left still counts', () => {
    const store = start(100);
    put(store, 'a', 'x'.repeat(60), PUBLISHER);
    for (const topic of ['b', 'c']) put(store, topic, 'x', PUBLISHER);
    put(store, 'a', '');
    expect(put(store, 'd', 'x'.repeat(60), PUBLISHER)).toBe(true);
    expect(put(store, 'e', 'x', PUBLISHER)).toBe(false);
    put(store, 'b', '');
    expect(put(store, 'e', 'x'.repeat(40), PUBLISHER)).toBe(false);
  });
});

it('gives the subscription of a shard the messages of its devices only', () => {
  const store = start(10);
  const statuses = ['0000-0000-0000-0000', '1234-5678-9012-3456'].map((serial) => topics.status(serial));
  for (const topic of statuses) put(store, topic, 'online');
  const of = (shard: number) => drain(store.matching(shardFilter(shard, 64, 'devices/#'), 1));
  expect([of(0), of(58), of(1)]).toEqual([[`${statuses[0]}=online@1`], [`${statuses[1]}=online@1`], []]);
  expect(drain(store.matching('devices/#', 1))).toHaveLength(2);
});

describe('a full store', () => {
  it('takes what fits exactly, counting what is replaced as free', () => {
    const store = start(100, 20);
    put(store, 'a', 'x'.repeat(19));
    expect(store.get('a')).toHaveLength(19);
    put(store, 'a', 'y'.repeat(19));
    expect([store.get('a')?.toString(), store.bytes, store.refused]).toEqual(['y'.repeat(19), 20, 0]);
    put(store, 'a', 'z'.repeat(20));
    expect([store.get('a'), store.bytes, store.refused]).toEqual([undefined, 0, 1]);
  });

  it('is limited in bytes too, and removes the old state when the new one does not fit', () => {
    const store = start(100, 20);
    put(store, 'a', 'online');
    put(store, 'b', 'online');
    expect(put(store, 'a', 'x'.repeat(13))).toBe(true);
    expect([store.get('a'), store.bytes, store.refused]).toEqual([undefined, 7, 1]);
    put(store, 'b', '');
    expect([store.size, store.bytes]).toEqual([0, 0]);
  });
});
