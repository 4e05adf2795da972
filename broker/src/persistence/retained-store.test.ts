import { expect, it } from 'vitest';
import type { RetainedSource } from '../sessions/session.ts';
import { RetainedStore } from './retained-store.ts';

const drain = (source: RetainedSource): string[] => {
  const found: string[] = [];
  for (let next = source.next(); !next.done; next = source.next()) {
    const { message, qos } = next.value as { message: { topic: string; payload: Buffer }; qos: number };
    found.push(`${message.topic}=${message.payload.toString()}@${qos}`);
  }
  return found;
};

it('looks a message up when it is sent, so that nothing old follows something new', () => {
  const store = new RetainedStore(10);
  store.store('a/1', Buffer.from('old'), 1);
  store.store('a/2', Buffer.from('gone'), 1);
  store.store('a/3', Buffer.from('three'), 0);
  const source = store.matching('a/+', 2);
  expect(source.next().value?.message.payload.toString()).toBe('old');
  store.store('a/3', Buffer.from('newer'), 1);
  store.store('a/1', Buffer.from('new'), 1);
  store.store('a/2', Buffer.alloc(0), 1);
  store.store('a/4', Buffer.from('later'), 1);
  expect(drain(source)).toEqual(['a/3=newer@1']);
  expect(drain(store.matching('a/1', 0))).toEqual(['a/1=new@0']);
});

it('keeps its own copy of a payload, and counts what it has no room for', () => {
  const store = new RetainedStore(1);
  const chunk = Buffer.from('retained and more');
  store.store('a', chunk.subarray(0, 8), 1);
  chunk.fill('x');
  store.store('b', Buffer.from('b'), 1);
  store.store('a', Buffer.from('again'), 1);
  expect([drain(store.matching('#', 1)), store.size, store.refused]).toEqual([['a=again@1'], 1, 1]);
  expect(store.get('a')?.buffer.byteLength).toBe(5);
});
