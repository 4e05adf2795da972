import { alarmsHttp, type AlarmSummary } from '@belfry/schemas/http/alarms/alarms';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createUser, type TestUser } from '../../support/factories.ts';
import { advanceDate, endFakeTimers } from '../../support/fake-date.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { scrape } from '../../support/metrics/scrape.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let owner: TestUser;
beforeAll(async () => {
  stack = await startStack();
  owner = await createUser(stack);
});
afterEach(endFakeTimers);
afterAll(() => stack.stop());

/** Longer than devices have to come back after an api has begun to hear them. */
const HEARING_S = 61;
const summary = async (): Promise<AlarmSummary> => (await stack.call(alarmsHttp.summary, owner)).body;
/** The minute begins when the api hears devices, which it looks for each second. */
const untilHearing = () =>
  until('the api hears devices', async () => {
    const page = await scrape(`http://127.0.0.1:${stack.config.INTERNAL_PORT}/metrics`);
    return page.sum('belfry_ingest_link_up') === 1;
  });
const isChecking = ({ checking_since }: AlarmSummary): boolean => checking_since !== null;

it(
  'devices are not judged in the first minute after a start, which the summary says',
  { timeout: 90_000 },
  async () => {
    const first = await until('somebody looks', summary, ({ watching }) => watching);
    expect(first).toMatchObject({ open: 0, checking_since: expect.any(String) });
    expect(Date.now() - Date.parse(first.checking_since ?? '')).toBeLessThan(60_000);
    await untilHearing();
    advanceDate(HEARING_S);
    expect(await until('devices are judged', summary, (now) => !isChecking(now))).toMatchObject({ watching: true });

    await stack.stopApi();
    await stack.startApi();
    await stack.ready();
    const again = await until('it checks again', summary, isChecking);
    expect(again.watching).toBe(true);
    await untilHearing();
    advanceDate(HEARING_S);
    await until('devices are judged', summary, (now) => !isChecking(now));
  },
);

it('an evaluator that has not been heard of for 30 s is not taken to judge', async () => {
  await stack.stopApi();
  const late = new Date(Date.now() - 40_000);
  const { rows } = await stack.pool.query<AlarmSummary>(
    'update alarm_progress set evaluated_at = $1, checking_since = null returning evaluated_at',
    [late],
  );
  expect(rows).toHaveLength(1);
  await stack.startApi();
  await stack.ready();
  const found = await until('it checks', summary, isChecking);
  expect(Date.parse(found.checking_since ?? '')).toBe(late.getTime());
});
