import { bellsOf, everyDay } from '../../support/bells.ts';
import { AUDIBLE } from '../support/heard-output.ts';
import { openPlayer } from '../support/player-tab.ts';
import { expect, restartableTest as test } from '../support/test.ts';

const MINUTE_MS = 60_000;
/** Of a page in front. */
const ON_TIME_MS = 300;
/** One a minute; `PLAYER_BELLS=24` is a school day. */
const BELLS = Number(process.env['PLAYER_BELLS'] ?? 1);

test(
  'without api and broker the bells sound from the storage of the browser',
  { tag: '@full' },
  async ({ fixtures, context, restartable }) => {
    test.setTimeout(600_000 + BELLS * MINUTE_MS);
    const owner = await fixtures.user();
    const { tab, place, output } = await openPlayer(restartable, context, owner);
    await restartable.db.updateTable('companies').set({ time_zone: 'UTC' }).where('company_id', '=', place).execute();
    const first = Math.ceil((Date.now() + 1.5 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
    const instants = Array.from({ length: BELLS }, (_, index) => first + index * MINUTE_MS);
    const times = instants.map((at) => new Date(at).toISOString().slice(11, 16));
    const bells = bellsOf(restartable, owner);
    const { id } = await bells.timetable('Day', times);
    await bells.week(place, everyDay(id));
    await expect(tab.getByRole('listitem').first()).toBeVisible({ timeout: 60_000 });

    await Promise.all([restartable.api.kill(), restartable.broker.kill()]);
    await expect(tab.getByText(/^No connection since /)).toBeVisible();
    const late: number[] = [];
    for (const at of instants) {
      await output.beganAt();
      const timeout = at - Date.now() + 20_000;
      let beganAt = 0;
      await expect.poll(async () => (beganAt = await output.beganAt()), { timeout }).not.toBe(0);
      late.push(beganAt - at);
      // Until it is silent again.
      await expect.poll(() => output.loudest()).toBeLessThan(AUDIBLE);
    }
    test.info().annotations.push({ type: 'ms from the instant', description: late.join(' ') });
    expect(Math.max(...late.map(Math.abs))).toBeLessThan(ON_TIME_MS);
    restartable.api.start();
    restartable.broker.start();
    await restartable.ready();
    await expect(tab.getByText(/^No connection since /)).toBeHidden({ timeout: 60_000 });
  },
);
