import { expect, test } from 'vitest';
import { createRandom } from '../hardware/random.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { berlin, createSchool, schoolBells } from '../testing/school.ts';
import { testFlash } from '../testing/test-playback.ts';

const DAY_MS = 24 * 3_600_000;
const DAYS = 10;
const BELL_MS = 5_000;
const OUTAGES = 40;
/** Each simulates ten days, second by second near bells. */
const TIMEOUT_MS = 30_000;

type Outage = { from: number; until: number };

function outagesOf(start: number): Outage[] {
  const random = createRandom('power');
  return Array.from({ length: OUTAGES }, () => {
    const from = berlin(start + random.integer(0, DAYS - 1) * DAY_MS, 470) + random.integer(0, 350 * 60) * 1_000 + 300;
    return { from, until: from + random.integer(5, 400) * 1_000 };
  }).toSorted((a, b) => a.from - b.from);
}

/** Receipts expected for a bell at this instant, without that of its audio. */
function expected(at: number, outages: Outage[]): string[] {
  const isOff = (instant: number): boolean => outages.some(({ from, until }) => from <= instant && instant < until);
  if (isOff(at)) return ['missed'];
  const isCut = outages.some(({ from }) => from > at && from < at + BELL_MS);
  return ['started', isCut ? 'interrupted' : 'finished'];
}

test.each([
  ['spring', Date.UTC(2026, 2, 23)],
  ['autumn', Date.UTC(2026, 9, 19)],
])(
  'ten days of school bells in %s, the network down on six of them, power lost now and then: each once, on its second, with its receipt',
  async (_season, start) => {
    const clock = createManualClock(start);
    const bells = schoolBells(start, DAYS);
    const outages = outagesOf(start);
    const flash = testFlash();
    const school = createSchool(clock, flash, bells);
    const isNear = (): boolean =>
      [...bells.map(({ at }) => Date.parse(at)), ...outages.flatMap(({ from, until }) => [from, until])].some(
        (instant) => Math.abs(instant - clock.now()) < 70_000,
      );
    school.switchOn();
    for (let day = 0; day < DAYS; day++) {
      school.setNetwork(day < 2 || day > 7);
      school.compile();
      while (clock.now() < start + (day + 1) * DAY_MS) {
        const isOff = outages.some(({ from, until }) => from <= clock.now() && clock.now() < until);
        if (isOff && school.isOn()) school.switchOff();
        else if (!isOff && !school.isOn()) school.switchOn();
        await school.pass(isNear() ? 1 : 60);
      }
    }

    const receipts = Map.groupBy(school.receipts.values(), ({ run_id }) => run_id);
    const reported = bells.map(({ run_id }) => receipts.get(run_id)?.filter(({ event }) => event !== 'fetched') ?? []);
    expect(reported.map((ofRun) => ofRun.map(({ event }) => event))).toEqual(
      bells.map(({ at }) => expected(Date.parse(at), outages)),
    );
    const started = reported.flatMap((ofRun) => ofRun.filter(({ event }) => event === 'started'));
    const offsets = started.map(
      ({ at, run_id }) => Date.parse(at) - Date.parse(bells.find((b) => b.run_id === run_id)!.at),
    );
    expect(new Set(offsets)).toEqual(new Set([0]));
    expect(started.length).toBeGreaterThan(100);
    expect(started.length).toBeLessThan(bells.length);
    expect(flash.receipts.size).toBe(0);
  },
  TIMEOUT_MS,
);
