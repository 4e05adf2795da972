import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ReadGate } from './transport.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function opened() {
  const calls: string[] = [];
  const gate = new ReadGate({ pause: () => calls.push('pause'), resume: () => calls.push('resume') });
  return { gate, calls };
}

it('pauses once, and resumes only what is paused', () => {
  const { gate, calls } = opened();
  gate.resume();
  gate.pause();
  gate.pause();
  gate.resume();
  gate.resume();
  expect(calls).toEqual(['pause', 'resume']);
});

it('stays closed until the latest throttle has passed, also when its reader has capacity', () => {
  const { gate, calls } = opened();
  gate.throttle(100);
  vi.advanceTimersByTime(60);
  gate.throttle(100);
  gate.resume();
  vi.advanceTimersByTime(99);
  expect(calls).toEqual(['pause']);
  vi.advanceTimersByTime(1);
  expect(calls).toEqual(['pause', 'resume']);
});

it('stays closed once it is stopped, also after a throttle', () => {
  const { gate, calls } = opened();
  gate.throttle(100);
  gate.stop();
  vi.advanceTimersByTime(1_000);
  gate.resume();
  expect(calls).toEqual(['pause']);
});
