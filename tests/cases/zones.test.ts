import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createClock, localText, toInstant, toLocal, toLocalMs } from '@belfry/api/recurrence/local-time';
import { expandInZones, spend } from '@belfry/api/recurrence/expand';

const rows = readFileSync(join(import.meta.dirname, 'zones', 'bells.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [zone: string, bell: string, instant: string]);

it.each(rows)('in %s a bell at %s rings at %s', (zone, bell, instant) => {
  const [local, at] = [toLocalMs(bell), Date.parse(instant)];
  expect(toInstant(local, zone)).toBe(at);
  expect(createClock(zone)(local)).toBe(at);
  const recurrence = {
    starts_at: bell,
    rrule: 'FREQ=DAILY',
    exceptions: [],
    until_date: null,
    holidays: new Set<string>(),
  };
  const range = { from: at, to: at + 1 };
  const spending = spend({ occurrences: 100, ms: 1_000 });
  const rung = expandInZones({ recurrence, lengthMs: 0, since: 0 }, [zone], range, spending).get(zone);
  expect(rung?.map((one) => localText(one.local).slice(0, 16))).toEqual([bell]);
  // A time in a gap is shifted by it: the clock then shows another time.
  const shown = localText(toLocal(at, zone)).slice(0, 16);
  expect(shown >= bell).toBe(true);
});
