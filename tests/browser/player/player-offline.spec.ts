import { bellsOf, everyDay } from '../../support/bells.ts';
import { openPlayer } from '../support/player-tab.ts';
import { expect, restartableTest as test } from '../support/test.ts';

const MINUTE_MS = 60_000;
/** Of a page in front. */
const ON_TIME_MS = 300;

test(
  'without api and broker the bells sound from the storage of the browser',
  { tag: '@full' },
  async ({ fixtures, context, restartable }) => {
    test.setTimeout(600_000);
    const owner = await fixtures.user();
    const { tab, place, output } = await openPlayer(restartable, context, owner);
    await restartable.db.updateTable('companies').set({ time_zone: 'UTC' }).where('company_id', '=', place).execute();
    const at = new Date(Math.ceil((Date.now() + 1.5 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS);
    const bells = bellsOf(restartable, owner);
    const { id } = await bells.timetable('Day', [at.toISOString().slice(11, 16)]);
    await bells.week(place, everyDay(id));
    await expect(tab.getByRole('listitem').first()).toBeVisible({ timeout: 60_000 });

    await Promise.all([restartable.api.kill(), restartable.broker.kill()]);
    await expect(tab.getByText(/^No connection since /)).toBeVisible();
    await output.beganAt();
    const timeout = at.getTime() - Date.now() + 20_000;
    let beganAt = 0;
    await expect.poll(async () => (beganAt = await output.beganAt()), { timeout }).not.toBe(0);
    expect(Math.abs(beganAt - at.getTime())).toBeLessThan(ON_TIME_MS);
    restartable.api.start();
    restartable.broker.start();
    await restartable.ready();
    await expect(tab.getByText(/^No connection since /)).toBeHidden({ timeout: 60_000 });
  },
);
