import { describe, expect, it } from 'vitest';
import { decideRun } from './advance-run.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const RUN = { wave: 1, waves: 3, pause_s: 0, max_error_rate: 0.2, next_wave_at: null };
const IDLE = { blocking: 0, open: 0, counted: 0, failures: 0 };

describe('a running run', () => {
  it('sends the next wave when nothing blocks it', () => {
    expect(decideRun({ ...RUN, wave: 0 }, IDLE, NOW)).toEqual({ do: 'send', wave: 1 });
    expect(decideRun(RUN, { ...IDLE, counted: 5 }, NOW)).toEqual({ do: 'send', wave: 2 });
  });

  it('waits for devices that run the command or may accept it', () => {
    const decision = decideRun(RUN, { ...IDLE, blocking: 1, open: 1 }, NOW);
    expect(decision).toEqual({ do: 'wait', until: NOW + 1_000, nextWave: false });
  });

  it('does not wait for devices that are offline before the next wave, but before it finishes', () => {
    expect(decideRun(RUN, { ...IDLE, open: 2 }, NOW)).toEqual({ do: 'send', wave: 2 });
    const last = { ...RUN, wave: 3 };
    expect(decideRun(last, { ...IDLE, open: 2 }, NOW)).toEqual({ do: 'wait', until: NOW + 5_000, nextWave: false });
    expect(decideRun(last, IDLE, NOW)).toEqual({ do: 'finish' });
  });

  it('pauses between two waves, not before the first one', () => {
    const slow = { ...RUN, pause_s: 30 };
    const until = NOW + 30_000;
    expect(decideRun({ ...slow, wave: 0 }, IDLE, NOW)).toEqual({ do: 'send', wave: 1 });
    expect(decideRun(slow, IDLE, NOW)).toEqual({ do: 'wait', until, nextWave: true });
    const waiting = { ...slow, next_wave_at: new Date(until) };
    expect(decideRun(waiting, IDLE, until - 1)).toEqual({ do: 'wait', until, nextWave: false });
    expect(decideRun(waiting, IDLE, until)).toEqual({ do: 'send', wave: 2 });
  });
});

describe('the error rate', () => {
  const decide = (max_error_rate: number, counted: number, failures: number, blocking = 0) =>
    decideRun({ ...RUN, max_error_rate }, { blocking, open: blocking, counted, failures }, NOW).do;

  it.each([
    [0.2, 10, 2, 'send'],
    [0.2, 10, 3, 'stop'],
    [0, 10, 0, 'send'],
    [0, 10, 1, 'stop'],
    [1, 10, 10, 'send'],
    [0.29, 100, 29, 'send'],
    [0.29, 100, 30, 'stop'],
    [0.7, 10, 7, 'send'],
  ] as const)('of %f with %i ended devices and %i failures: %s', (rate, counted, failures, expected) =>
    expect(decide(rate, counted, failures)).toBe(expected),
  );

  it('stops a run before its wave has ended once success of all others cannot keep the rate', () => {
    expect(decide(0.2, 1, 1, 9)).toBe('wait');
    expect(decide(0.2, 3, 3, 7)).toBe('stop');
  });

  it('states in the reason how many devices failed', () => {
    expect(decideRun(RUN, { ...IDLE, counted: 8, failures: 2 }, NOW)).toEqual({
      do: 'stop',
      reason: '2 of 8 devices failed (25 %), which is more than allowed',
    });
  });
});
