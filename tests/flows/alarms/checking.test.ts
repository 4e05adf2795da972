/** @module-tag full */
import { alarmsHttp, type AlarmSummary } from '@belfry/schemas/http/alarms/alarms';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createUser, type TestUser } from '../../support/factories.ts';
import { endFakeTimers } from '../../support/fake-date.ts';
import { letDevicesBeJudged } from '../../support/alarms/judged-devices.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let owner: TestUser;
beforeAll(async () => {
  stack = await startStack();
  owner = await createUser(stack);
});
afterEach(endFakeTimers);
afterAll(() => stack.stop());

const summary = async (): Promise<AlarmSummary> => (await stack.call(alarmsHttp.summary, owner)).body;
const isChecking = ({ checking_since }: AlarmSummary): boolean => checking_since !== null;

it(
  'devices are not judged in the first minute after a start, which the summary says',
  { timeout: 90_000 },
  async () => {
    const first = await until('somebody looks', summary, ({ watching }) => watching);
    expect(first).toMatchObject({ open: 0, checking_since: expect.any(String) });
    expect(Date.now() - Date.parse(first.checking_since ?? '')).toBeLessThan(60_000);
    await letDevicesBeJudged(stack);
    expect(await summary()).toMatchObject({ watching: true, checking_since: null });

    await stack.stopApi();
    await stack.startApi();
    await stack.ready();
    const again = await until('it checks again', summary, isChecking);
    expect(again.watching).toBe(true);
    await letDevicesBeJudged(stack);
    expect(await summary()).toMatchObject({ watching: true, checking_since: null });
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
