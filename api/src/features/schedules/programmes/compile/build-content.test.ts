import type { ProgrammeRun } from '@belfry/schemas/http/schedules/programme';
import { expect, it } from 'vitest';
import { fitRuns } from './build-content.ts';

const ROLLOVER = Date.UTC(2026, 10, 23);
const HOUR_MS = 3_600_000;
const iso = (hour: number): string => new Date(ROLLOVER + hour * HOUR_MS).toISOString();
const silence = (hour: number, hours = 1): ProgrammeRun => ({
  kind: 'silence',
  run_id: `run at ${hour}`,
  schedule_id: 1,
  title: 'Quiet',
  at: iso(hour),
  until: iso(hour + hours),
});

const fit = (hours: number[], max: number) => {
  const { runs, cut } = fitRuns(
    hours.map((hour) => silence(hour)),
    ROLLOVER,
    max,
  );
  return [runs.map(({ run_id }) => run_id), cut?.run_id];
};

it('keeps all runs where there are not too many', () => {
  expect(fit([-5, 1, 2], 3)).toEqual([['run at -5', 'run at 1', 'run at 2'], undefined]);
});

it('leaves out those that were over before the last day was added, then the last ones', () => {
  expect(fit([-5, 1, 2], 2)).toEqual([['run at 1', 'run at 2'], undefined]);
  expect(fit([-5, 1, 2, 3, 4], 2)).toEqual([['run at 1', 'run at 2'], 'run at 3']);
});

it('keeps a window that began before that and has not ended', () => {
  const { runs } = fitRuns([silence(-9), silence(-5, 12), silence(8)], ROLLOVER, 2);
  expect(runs.map(({ run_id }) => run_id)).toEqual(['run at -5', 'run at 8']);
});
