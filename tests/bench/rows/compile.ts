import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import type pg from 'pg';
import { makePlacesDifferent, TEXTS } from '../lib/different-places.ts';
import { startBelfry } from '../lib/belfry.ts';
import type { Measurement, Row } from '../lib/row.ts';
import { insertTree, type TreeSize } from '../lib/trees.ts';
import { until } from '../../support/until.ts';
import { createHttpClient, success } from '../../support/http-client.ts';

const DEVICES = 10_000;
const EQUAL: TreeSize = { elements: 100, companies: 900, devices: DEVICES, bound: DEVICES };
const DIFFERENT: TreeSize = { elements: 20, companies: 500, devices: DEVICES, bound: DEVICES };
const BELLS = 40;
const TIMEOUT_MS = 300_000;
/** Six hours of school with a bell every nine minutes. */
const FIRST_BELL_MINUTE = 8 * 60;
const BETWEEN_MINUTES = 9;

const timeOf = (bell: number): string => {
  const minute = FIRST_BELL_MINUTE + bell * BETWEEN_MINUTES;
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
};

async function count(pool: pg.Pool, what: string): Promise<number> {
  return (await pool.query<{ n: number }>(`select count(*)::int as n from ${what}`)).rows[0]?.n ?? 0;
}

const nothingStale = (pool: pg.Pool): Promise<unknown> =>
  until(
    'nothing stale',
    () => count(pool, 'stale_programmes'),
    (n) => n === 0,
    TIMEOUT_MS,
  );

async function prepare(size: TreeSize): Promise<Measurement> {
  const isDifferent = size === DIFFERENT;
  const belfry = await startBelfry();
  const { pool, userId } = belfry;
  await belfry.provision(DEVICES);
  const main = await insertTree(pool, userId, size);
  if (isDifferent) await makePlacesDifferent(pool);
  const variants = isDifferent ? TEXTS : TEXTS.slice(0, 1);
  const http = createHttpClient(`http://127.0.0.1:${belfry.httpPort}`);
  const text = { name: 'Bell', variants, fallback_language: 'ru' };
  const message = await success(http.call(messagesHttp.create, belfry, text));
  for (let bell = 0; bell < BELLS; bell += 1) {
    const schedule = {
      name: `Bell ${bell}`,
      action: { type: 'message', message_id: message.id },
      starts_at: `2026-01-05T${timeOf(bell)}`,
      rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
      targets: { nodes: [main] },
    };
    await success(http.call(schedulesHttp.create, belfry, schedule));
  }
  await until(
    'the programmes',
    () => count(pool, 'programmes'),
    (n) => n === DEVICES,
    TIMEOUT_MS,
  );
  await nothingStale(pool);
  let rounds = 0;
  return {
    title: `compiling and announcing ${DEVICES} programmes of ${BELLS} daily bells${isDifferent ? `, ${size.companies} places that differ` : ''}`,
    unit: 's',
    ours: 'Belfry',
    contenders: [
      {
        name: 'Belfry',
        async round() {
          rounds += 1;
          const began = performance.now();
          await pool.query(`update messages set repeat = 1 + $1 % 5 where id = $2`, [rounds, message.id]);
          await nothingStale(pool);
          const waiting = 'programmes where announced is distinct from version';
          await until(
            'the announcements',
            () => count(pool, waiting),
            (n) => n === 0,
            TIMEOUT_MS,
          );
          return (performance.now() - began) / 1_000;
        },
      },
    ],
    targets: [{ atMost: 60, unit: 's' }],
    notes: [
      'All programmes differ after each round. One api on one core, with Postgres and the broker beside it.',
      ...(isDifferent
        ? ['Each place has its own combination of zone, language, voice, volume limit and quiet hours.']
        : []),
    ],
    rounds: 3,
    stop: belfry.stop,
  };
}

/** From a change that concerns all devices until the broker has the last announcement. */
export const compileRows: Row[] = [
  { name: 'compile-10000', prepare: () => prepare(EQUAL) },
  { name: 'compile-10000-places', prepare: () => prepare(DIFFERENT) },
];
