import { bellsHttp } from '@belfry/schemas/http/schedules/bells';
import { timetablesHttp } from '@belfry/schemas/http/schedules/timetables';
import type pg from 'pg';
import { createHttpClient, success } from '../../support/http-client.ts';
import { until } from '../../support/until.ts';
import { startBelfry } from '../lib/belfry.ts';
import type { Measurement, Row } from '../lib/row.ts';
import { insertTree, type TreeSize } from '../lib/trees.ts';

const SCHOOLS = 200;
const DEVICES = 10_000;
/** Each school is an element with 50 devices in its rooms. */
const SIZE: TreeSize = { elements: SCHOOLS, companies: SCHOOLS, devices: DEVICES, bound: DEVICES };
const BELLS = 40;
const TIMEOUT_MS = 300_000;
const DAY_MS = 86_400_000;
const FIRST_BELL_MINUTE = 8 * 60;
const BETWEEN_MINUTES = 9;
const AT_ONCE = 10;

const dateIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const bellsFrom = (first: number) =>
  Array.from({ length: BELLS }, (_, bell) => {
    const minute = first + bell * BETWEEN_MINUTES;
    const at = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
    return { at, label: `Bell ${bell}`, sound: { type: 'chime', chime: 'bell' } };
  });

async function count(pool: pg.Pool, what: string): Promise<number> {
  return (await pool.query<{ n: number }>(`select count(*)::int as n from ${what}`)).rows[0]?.n ?? 0;
}
const none = (pool: pg.Pool, what: string): Promise<unknown> =>
  until(
    `no ${what}`,
    () => count(pool, what),
    (n) => n === 0,
    TIMEOUT_MS,
  );

async function prepare(): Promise<Measurement> {
  const belfry = await startBelfry();
  const { pool, userId } = belfry;
  await belfry.provision(DEVICES);
  const main = await insertTree(pool, userId, SIZE);
  const http = createHttpClient(`http://127.0.0.1:${belfry.httpPort}`);
  const create = (name: string, first: number) =>
    success(http.call(timetablesHttp.create, belfry, { name, colour: 'blue', bells: bellsFrom(first) }));
  const [normal, short, exam] = [
    await create('Normal day', FIRST_BELL_MINUTE),
    await create('Short day', FIRST_BELL_MINUTE + 1),
    await create('Exam', FIRST_BELL_MINUTE + 2),
  ];
  const weekdays = [normal.id, normal.id, normal.id, normal.id, short.id, null, null];
  const week = { weekdays, holiday_calendar_id: null, holiday_timetable_id: null };
  await success(http.call(bellsHttp.week, belfry, { company_id: main, week }));
  const schools = (
    await pool.query<{ company_id: number }>(`select company_id from companies where level = 1 order by company_id`)
  ).rows;
  // Each school has a year of its own: exams and days without bells at other times than the others.
  const paintYear = async ({ company_id }: { company_id: number }, school: number): Promise<void> => {
    for (let month = 0; month < 12; month += 1) {
      const from = month * 30 + (school % 20);
      const days = { ranges: [{ from: dateIn(from), to: dateIn(from + 4) }] };
      const paint = month % 3 === 0 ? { type: 'no_bells' } : { type: 'timetable', timetable_id: exam.id };
      await success(http.call(bellsHttp.paint, belfry, { company_id, ...days, paint }));
    }
  };
  for (let at = 0; at < schools.length; at += AT_ONCE) {
    await Promise.all(schools.slice(at, at + AT_ONCE).map((school, index) => paintYear(school, at + index)));
  }
  await none(pool, 'stale_programmes');
  let rounds = 0;
  return {
    title: `compiling and announcing the bells of ${SCHOOLS} schools with ${DEVICES} devices, each with a painted year`,
    unit: 's',
    ours: 'Belfry',
    contenders: [
      {
        name: 'Belfry',
        async round() {
          rounds += 1;
          const began = performance.now();
          const bells = bellsFrom(FIRST_BELL_MINUTE + 3 + rounds);
          await success(http.call(timetablesHttp.change, belfry, { id: normal.id, bells }));
          await none(pool, 'stale_programmes');
          await none(pool, 'programmes where announced is distinct from version');
          return (performance.now() - began) / 1_000;
        },
      },
    ],
    targets: [{ atMost: 60, unit: 's' }],
    notes: ['Each round changes the timetable of most days, so that the programmes of all schools differ.'],
    rounds: 3,
    stop: belfry.stop,
  };
}

/** From a change of a timetable of all schools until the broker has the last announcement; the goal is that of `compile-10000`. */
export const bells: Row = { name: 'bells-200-schools', prepare };
