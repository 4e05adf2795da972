import { expect, it } from 'vitest';
import { decideRollout } from './advance-rollout.ts';

const ROLLOUT = { phase: 0, phases: 3, phase_pause_s: 60, max_error_rate: 0.1, next_phase_at: null };
const QUIET = { waiting: 0, open: 0, counted: 0, failures: 0 };
const NOW = 1_000_000;

it('sends the command to the devices of its phase, 100 at a time at most', () => {
  expect(decideRollout(ROLLOUT, { ...QUIET, waiting: 500 }, NOW)).toEqual({ do: 'send', limit: 100 });
  expect(decideRollout(ROLLOUT, { ...QUIET, waiting: 400, open: 98 }, NOW)).toEqual({ do: 'send', limit: 2 });
  expect(decideRollout(ROLLOUT, { ...QUIET, waiting: 400, open: 100 }, NOW)).toMatchObject({ do: 'wait' });
});

it('waits for the devices to which it has sent the command', () => {
  expect(decideRollout(ROLLOUT, { ...QUIET, open: 3 }, NOW)).toEqual({
    do: 'wait',
    until: NOW + 1_000,
    isPause: false,
  });
});

it('pauses between phases, then starts the next one, and finishes after the last', () => {
  const until = NOW + 60_000;
  expect(decideRollout(ROLLOUT, QUIET, NOW)).toEqual({ do: 'wait', until, isPause: true });
  const paused = { ...ROLLOUT, next_phase_at: new Date(until) };
  expect(decideRollout(paused, QUIET, until - 1)).toEqual({ do: 'wait', until, isPause: false });
  expect(decideRollout(paused, QUIET, until)).toEqual({ do: 'start_phase' });
  expect(decideRollout({ ...ROLLOUT, phase: 2 }, QUIET, NOW)).toEqual({ do: 'finish' });
});

it('stops as soon as the error rate is certain to be exceeded', () => {
  const progress = { waiting: 50, open: 10, counted: 90, failures: 10 };
  expect(decideRollout(ROLLOUT, progress, NOW).do).toBe('send');
  expect(decideRollout(ROLLOUT, { ...progress, failures: 11 }, NOW)).toEqual({
    do: 'stop',
    reason: '11 of 90 devices failed (12 %), which is more than allowed',
  });
  expect(decideRollout({ ...ROLLOUT, max_error_rate: 1 }, { ...QUIET, counted: 5, failures: 5 }, NOW).do).toBe('wait');
  expect(decideRollout({ ...ROLLOUT, max_error_rate: 0 }, { ...QUIET, counted: 5, failures: 1 }, NOW).do).toBe('stop');
});
