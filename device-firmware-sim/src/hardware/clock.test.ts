import { expect, test } from 'vitest';
import { ownTimers, repeat, skewedClock, sleep, systemClock, untilInstant } from './clock.ts';
import { createManualClock } from '../testing/manual-clock.ts';

test('a skewed clock has another time and measures the same durations', async () => {
  const clock = createManualClock(1_000_000);
  const skewed = skewedClock(clock, -60_000);
  await clock.advance(500);
  expect([skewed.now(), skewed.monotonic()]).toEqual([940_500, 500]);
});

test('cancelAll cancels all timers, and none starts afterwards', async () => {
  const clock = createManualClock();
  const timers = ownTimers(clock);
  const ran: string[] = [];
  timers.after(100, () => void ran.push('early'));
  timers.after(300, () => void ran.push('late'));
  timers.after(400, () => void ran.push('undone'))();
  await clock.advance(200);
  timers.cancelAll();
  timers.after(10, () => void ran.push('afterwards'));
  await clock.advance(1_000);
  expect(ran).toEqual(['early']);
});

test('a repetition computes its pause each time and can be cancelled', async () => {
  const clock = createManualClock();
  const pauses = [100, 200, 300, 400];
  const at: number[] = [];
  const stop = repeat(
    clock,
    () => pauses.shift() ?? 1_000,
    () => void at.push(clock.monotonic()),
  );
  await clock.advance(700);
  stop();
  await clock.advance(5_000);
  expect(at).toEqual([100, 300, 600]);
});

test('a sleep of less than a millisecond needs no timer', async () => {
  await expect(sleep(createManualClock(), 0.2)).resolves.toBeUndefined();
});

test('an instant is waited for without a timer in the end, and one that has passed not at all', async () => {
  const instant = systemClock.now() + 20;
  await untilInstant(systemClock, instant);
  expect(systemClock.now()).toBeGreaterThanOrEqual(instant);
  const stopped = createManualClock();
  await expect(untilInstant(stopped, stopped.now())).resolves.toBeUndefined();
});
