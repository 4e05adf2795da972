import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHold } from './hold.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched() {
  const seen: string[] = [];
  const hold = createHold();
  hold.onChanged((isOn) => seen.push(isOn ? 'start' : 'end'));
  hold.latched.subscribe(() => hold.latched.get() && seen.push('latched'));
  return { hold, seen };
}

it('is on while it is held', () => {
  const { hold, seen } = watched();
  hold.press();
  vi.advanceTimersByTime(5_000);
  expect(seen).toEqual(['start']);
  hold.release();
  expect(seen).toEqual(['start', 'end']);
});

it('ends a moment after a short press', () => {
  const { hold, seen } = watched();
  hold.press();
  vi.advanceTimersByTime(100);
  hold.release();
  expect(seen).toEqual(['start']);
  vi.advanceTimersByTime(400);
  expect(seen).toEqual(['start', 'end']);
});

it('stays on after two quick presses, until the next one', () => {
  const { hold, seen } = watched();
  hold.press();
  hold.release();
  vi.advanceTimersByTime(200);
  hold.press();
  hold.release();
  vi.advanceTimersByTime(60_000);
  expect(seen).toEqual(['start', 'latched']);
  hold.press();
  hold.release();
  expect(seen).toEqual(['start', 'latched', 'end']);
});

it('is turned on and off without holding', () => {
  const { hold, seen } = watched();
  hold.toggle();
  hold.cancel();
  expect(hold.latched.get()).toBe(true);
  hold.toggle();
  expect(seen.toSorted()).toEqual(['end', 'latched', 'start']);
});

it('ends where the press is taken away, and begins anew after it has ended otherwise', () => {
  const { hold, seen } = watched();
  hold.press();
  hold.cancel();
  hold.press();
  hold.reset();
  hold.release();
  hold.press();
  expect(seen).toEqual(['start', 'end', 'start', 'start']);
});
