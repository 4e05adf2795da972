import { describe, expect, it } from 'vitest';
import { Backlog } from './backlog.ts';

const MAX_MESSAGES = 20_000;
const MAX_BYTES = 32 * 1024 * 1024;

function backlogOf(messages: number, bytesEach = 0): Backlog {
  const backlog = new Backlog();
  for (let count = 0; count < messages; count++) backlog.add(bytesEach);
  return backlog;
}

describe('the backlog', () => {
  it('is full above its maximum of messages', () => {
    const backlog = backlogOf(MAX_MESSAGES);
    expect(backlog.isFull).toBe(false);
    backlog.add(0);
    expect(backlog.isFull).toBe(true);
    backlog.remove(0);
    expect(backlog.isFull).toBe(false);
    expect(backlog.messages).toBe(MAX_MESSAGES);
  });

  it('is full above its maximum of bytes', () => {
    const backlog = backlogOf(1, MAX_BYTES);
    expect(backlog.isFull).toBe(false);
    backlog.add(1);
    expect(backlog.isFull).toBe(true);
    backlog.remove(1);
    expect(backlog.isFull).toBe(false);
  });

  it('is low from half of the messages down', () => {
    const backlog = backlogOf(MAX_MESSAGES / 2 + 1);
    expect(backlog.isLow).toBe(false);
    backlog.remove(0);
    expect(backlog.isLow).toBe(true);
    backlog.remove(0);
    expect(backlog.isLow).toBe(true);
  });

  it('is low from half of the bytes down', () => {
    const backlog = backlogOf(1, MAX_BYTES / 2);
    expect(backlog.isLow).toBe(true);
    backlog.add(1);
    expect(backlog.isLow).toBe(false);
    expect(backlog.isFull).toBe(false);
  });
});

it('tells those who have paused once, when it is low', () => {
  const backlog = backlogOf(MAX_MESSAGES + 1);
  const resumed: string[] = [];
  for (const name of ['one', 'other']) backlog.whenLow(() => resumed.push(name));
  for (let count = 0; count <= MAX_MESSAGES / 2 - 1; count++) backlog.remove(0);
  expect(resumed).toEqual([]);
  for (let count = 0; count < 3; count++) backlog.remove(0);
  expect(resumed).toEqual(['one', 'other']);
});
