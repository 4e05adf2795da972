import { expect, test } from 'vitest';
import type { RunLog } from '../hardware/run-log.ts';
import { bell, testProgramme } from '../testing/test-programme.ts';
import { leaveOutFormerRuns } from './programme.ts';

const NOON = Date.parse('2026-01-15T12:00:00.000Z');
const late = { missed: { policy: 'late', minutes: 60 } } as const;
const [earlier, following] = [bell(NOON - 60_000, late), bell(NOON + 60_000, late)];
const { programme } = testProgramme([earlier, following]);

test('a device that is placed after a bell does not play it late', () => {
  const runs: RunLog = new Map();
  leaveOutFormerRuns(runs, testProgramme([]).programme, programme);
  expect([...runs]).toEqual([[earlier.run_id, { at: NOON - 60_000, ended: true }]]);
  runs.clear();
  leaveOutFormerRuns(runs, null, programme);
  expect([...runs.keys()]).toEqual([earlier.run_id]);
});

test('a bell that the former programme had may still be played late', () => {
  const runs: RunLog = new Map();
  leaveOutFormerRuns(runs, testProgramme([earlier]).programme, programme);
  expect(runs.size).toBe(0);
});
