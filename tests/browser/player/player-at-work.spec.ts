import { chirp } from '@belfry/device-firmware-sim/sound/chirp';
import { formatWav } from '@belfry/device-firmware-sim/sound/pcm';
import { encodePackets } from '@belfry/device-firmware-sim/testing/opus-frames';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { pairingHttp } from '@belfry/schemas/http/device-ownership/pairing';
import { playlistsHttp } from '@belfry/schemas/http/library/audio';
import { scenarioRunsHttp } from '@belfry/schemas/http/scenarios/runs';
import { SCREEN_ASKS_MS } from '@belfry/schemas/http/scenarios/screens';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { dayProgrammeHttp } from '@belfry/schemas/http/schedules/day-programme';
import { PAGE_FRAME_MS, PAGE_RATE_HZ } from '@belfry/schemas/mqtt/page-frames';
import { letPass } from '@belfry/schemas/testing/clock';
import { createCompany } from '../../support/factories.ts';
import { success } from '../../support/http-client.ts';
import { createMessage, uploadAudio } from '../../support/library.ts';
import { mustTalk, openPage } from '../../support/live-pages.ts';
import { AUDIBLE } from '../support/heard-output.ts';
import { openPlayer } from '../support/player-tab.ts';
import { expect, test } from '../support/test.ts';
import { watchFor } from '../support/watch-for.ts';

test(
  'a reload keeps the loudspeaker, and a second tab waits until it takes over',
  { tag: '@full' },
  async ({ fixtures, context, stack }) => {
    const owner = await fixtures.user();
    const { tab } = await openPlayer(stack, context, owner);
    await tab.reload();
    await expect(tab.getByRole('heading', { name: 'Hall' })).toBeVisible();
    const other = await context.newPage();
    await other.goto('/player');
    await expect(other.getByRole('heading', { name: 'This loudspeaker plays in another tab' })).toBeVisible();
    await expect(tab.getByRole('heading', { name: 'Hall' })).toBeVisible();
    await other.getByRole('button', { name: 'Use this tab' }).click();
    await expect(other.getByRole('heading', { name: 'Hall' })).toBeVisible();
    await expect(tab.getByRole('heading', { name: 'This loudspeaker plays in another tab' })).toBeVisible();
    await other.close();
    await expect(tab.getByRole('heading', { name: 'Hall' })).toBeVisible();
  },
);

test(
  'a loudspeaker that was blocked says that it is not allowed any more, and can be added again',
  { tag: '@full' },
  async ({ fixtures, context, stack }) => {
    const owner = await fixtures.user();
    const { tab, serial } = await openPlayer(stack, context, owner);
    await stack.db.updateTable('devices').set({ device_mode: 'blocked' }).where('serial', '=', serial).execute();
    await tab.reload();
    await expect(tab.getByText(/^This loudspeaker is not allowed any more/)).toBeVisible();
    await tab.getByRole('button', { name: 'Add it again' }).click();
    await expect(tab.getByLabel(/^Code /)).toBeVisible();
  },
);

test(
  'a loudspeaker that was added and has never been connected says so, not that it is quiet',
  { tag: '@full' },
  async ({ fixtures, context, stack }) => {
    const owner = await fixtures.user();
    // Nothing listens there.
    await context.route(/\/devices\/pairing\/token$/, async (route) => {
      const response = await route.fetch();
      const json: unknown = await response.json();
      await route.fulfill({
        response,
        json: response.ok() ? Object.assign({}, json, { mqtt_ws_url: 'ws://127.0.0.1:9/mqtt' }) : json,
      });
    });
    const main = await createCompany(stack, { user_id: owner.id, name: 'School' });
    const { company_id } = await createCompany(stack, { below: main, name: 'Harbour', type: 'Company' });
    const tab = await context.newPage();
    await tab.goto(`${stack.url}/player`);
    await tab.getByRole('button', { name: 'Start this loudspeaker' }).click();
    const user_code = (await tab.getByLabel(/^Code /).textContent()) ?? '';
    await success(stack.call(pairingHttp.pair, owner, { user_code, company_id, name: 'Hall' }));
    await expect(tab.getByText('Not connected yet')).toBeVisible();
    await expect(tab.getByText(/^This loudspeaker has never been connected/)).toBeVisible();
    await expect(tab.getByText('Quiet')).toBeHidden();
  },
);

test(
  'texts of scenarios are on its page until the run is ended, and the run has that they were shown',
  { tag: '@full' },
  async ({ fixtures, context, stack }) => {
    const owner = await fixtures.user();
    const { tab, serial, place } = await openPlayer(stack, context, owner);
    // Its page has asked: from then on it is a screen.
    const asked = stack.db
      .selectFrom('player_screens')
      .innerJoin('devices as d', 'd.device_id', 'player_screens.device_id');
    await expect.poll(() => asked.select('d.serial').where('d.serial', '=', serial).execute()).not.toEqual([]);
    const actions = [
      { kind: 'screen' as const, text: 'Water in the cellar', colour: 'blue' as const, targets: { nodes: [place] } },
    ];
    const { id } = await success(
      stack.call(scenariosHttp.create, owner, { name: 'Water', company_id: place, actions }),
    );
    const { scenario_run_id } = await success(stack.call(scenariosHttp.start, owner, { id }));
    const texts = tab.getByRole('region', { name: 'Texts' });
    await expect(texts.getByText('Water in the cellar')).toBeVisible({ timeout: 30_000 });
    const receipts = async () =>
      (await success(stack.call(scenarioRunsHttp.read, owner, { scenario_run_id }))).actions[0]?.receipts;
    await expect.poll(receipts, { timeout: 30_000 }).toMatchObject([{ who: 'Harbour / Hall', state: 'shown' }]);
    await success(stack.call(scenarioRunsHttp.end, owner, { scenario_run_id }));
    await expect(texts.getByText('Water in the cellar')).toBeHidden({ timeout: 30_000 });

    // A hidden page asks for nothing.
    const seen = () => asked.select('player_screens.last_seen_at').where('d.serial', '=', serial).execute();
    const setHidden = (isHidden: boolean) =>
      tab.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    await setHidden(true);
    await letPass(SCREEN_ASKS_MS);
    const last = await seen();
    await letPass(2 * SCREEN_ASKS_MS);
    expect(await seen()).toEqual(last);
    await setHidden(false);
    await expect.poll(seen).not.toEqual(last);
  },
);

test(
  'somebody who speaks, and an emergency, interrupt the music, which goes on after them',
  { tag: '@full' },
  async ({ fixtures, context, stack }) => {
    test.setTimeout(300_000);
    const owner = await fixtures.user();
    const { tab, serial, place, output } = await openPlayer(stack, context, owner);

    const page = await openPage(stack, owner, [serial]);
    const talker = await mustTalk(stack, page.audio_url);
    await talker.until('it is ready', ({ counts }) => counts.ready === 1);
    const voice = chirp({ rate: PAGE_RATE_HZ, fromHz: 300, toHz: 900, seconds: 4 });
    const isRead = await watchFor(tab.getByRole('main'), { selector: 'p', text: 'Somebody is speaking' });
    await output.loudest();
    for (const [seq, packet] of encodePackets(voice).entries()) {
      talker.say(seq, { packet });
      await letPass(PAGE_FRAME_MS);
    }
    await isRead();
    expect(await output.loudest()).toBeGreaterThan(AUDIBLE);
    talker.finish(1_000);
    await talker.closed;
    await expect(tab.getByText('Quiet')).toBeVisible();
    const delivery = async () =>
      (await stack.call(announcementsHttp.run, owner, { run_id: page.run_id })).body.deliveries[0];
    await expect.poll(async () => (await delivery())?.state).toBe('finished');
    expect((await delivery())?.frames?.latency_ms).toBeLessThan(500);

    const file = Buffer.from(formatWav(chirp({ rate: 44_100, fromHz: 300, toHz: 900, seconds: 60 })));
    const audio_ids = [(await uploadAudio(stack, owner, file, { name: 'Long chirp' })).body.id];
    const { body: playlist } = await stack.call(playlistsHttp.create, owner, { name: 'Day', audio_ids });
    const window = {
      days: [1, 2, 3, 4, 5, 6, 7],
      from: '00:00',
      to: '24:00',
      station_id: null,
      playlist_id: playlist.id,
    };
    await stack.call(dayProgrammeHttp.change, owner, { company_id: place, windows: [window] });
    await expect(tab.getByText(/^Music: /)).toBeVisible({ timeout: 90_000 });
    await output.loudest();
    await expect.poll(output.loudest).toBeGreaterThan(AUDIBLE);

    const message = await createMessage(stack, owner, {
      name: 'Fire',
      emergency: true,
      variants: [{ language: 'en', text: 'Leave the building' }],
    });
    const { body: run } = await stack.call(emergencyHttp.start, owner, {
      message_id: message.id,
      targets: { devices: [serial] },
    });
    await expect(tab.getByRole('alert')).toContainText('Leave the building');
    await expect.poll(output.loudest).toBeGreaterThan(AUDIBLE);
    await stack.call(emergencyHttp.allClear, owner, { run_id: run.run_id });
    await expect(tab.getByRole('alert')).toBeHidden();
    await expect(tab.getByText(/^Music: /)).toBeVisible();
    await output.loudest();
    await expect.poll(output.loudest).toBeGreaterThan(AUDIBLE);
  },
);
