import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { letPass } from '@belfry/schemas/testing/clock';
import { recordWithFfmpeg } from '../../support/audio/ffmpeg-recorder.ts';
import { localOf } from '../../support/bells.ts';
import { startSenderHost } from '../../support/devices/sender-host.ts';
import { createCompany } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import { expect, test } from '../support/test.ts';

const PORT = 46_250;
const RATE = 8_000;
/** For the rest of the form, and the programme to reach the sender. */
const RINGS_IN_MS = 75_000;
const OVER_MS = 180_000;
/** Of silence between two sounds. */
const GAP_MS = 400;
const LEVEL = 0.01;

/** How long each sound lasts, in seconds. */
function soundsIn(samples: Float32Array): number[] {
  const sounds: { from: number; to: number }[] = [];
  for (const [index, sample] of samples.entries()) {
    if (Math.abs(sample) < LEVEL) continue;
    const last = sounds.at(-1);
    if (last && index - last.to < (GAP_MS / 1_000) * RATE) last.to = index;
    else sounds.push({ from: index, to: index });
  }
  return sounds.map(({ from, to }) => (to - from) / RATE);
}

test(
  'a loudspeaker of another maker is added, speaks, and rings: an independent receiver hears it',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    test.setTimeout(600_000);
    Object.assign(stack.config, { NETWORK_SPEAKER_ALLOW: '127.0.0.1' });
    const owner = await fixtures.user();
    const main = await createCompany(stack, { user_id: owner.id, name: 'School' });
    const inBerlin = { company_id: main.company_id, time_zone: 'Europe/Berlin' };
    expect((await stack.call(companyChangesHttp.edit, owner, inBerlin)).status).toBe(200);
    const building = await createCompany(stack, { below: main, type: 'Company', name: 'Building A' });
    const { company_id } = await createCompany(stack, { below: building, name: 'Office' });
    const host = await startSenderHost(stack, await fixtures.device({ user_id: owner.id, company_id }));
    const stop = await recordWithFfmpeg({ port: PORT, media: `m=audio ${PORT} RTP/AVP 0`, rate: RATE });
    const runs = async () => (await stack.call(announcementsHttp.runs, owner, {})).body;
    const untilOver = (title: string) =>
      until(
        `${title} is over`,
        async () => {
          const run = (await runs()).find((each) => each.title === title);
          if (!run) return [];
          const { deliveries } = (await stack.call(announcementsHttp.run, owner, { run_id: run.run_id })).body;
          return deliveries.filter(({ place }) => place === 'Yard');
        },
        ([delivery]) => delivery?.state === 'finished' && delivery.reason_code === 'sent',
        OVER_MS,
      );
    let heard: number[] = [];
    try {
      await open(owner, '/add');
      await page.getByRole('button', { name: /^On the network/ }).click();
      await page.getByRole('combobox', { name: 'What it is' }).selectOption('Barix');
      await expect(page.getByText(/Type the address of the loudspeaker/)).toBeVisible();
      await page.getByRole('combobox', { name: 'Place' }).fill('Building A');
      await page
        .getByRole('listbox')
        .getByRole('option', { name: /^Building A/ })
        .click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Yard');
      await page.getByRole('textbox', { name: 'Address and port' }).fill(`127.0.0.1:${PORT}`);
      const add = page.getByRole('button', { name: 'Add', exact: true });
      await expect(add).toBeEnabled();
      await add.click();
      await expect(page.getByText('Yard is added.')).toBeVisible();
      await expect(page.getByText(/^Sent\. Nothing says whether it was heard/)).toBeVisible({ timeout: 60_000 });

      await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Say' }).click();
      const sentence = 'Dear parents, the summer feast begins in the yard';
      await page.getByRole('textbox', { name: 'What' }).fill(sentence);
      await page.getByRole('button', { name: 'All in English' }).click();
      await expect(page.getByText('1 is sent it, and does not say whether it heard it')).toBeVisible();
      await page.getByRole('button', { name: /^Speak/ }).click();
      await expect(page.getByRole('region', { name: 'What became of it' })).toContainText(/sent/i);
      await untilOver(sentence);

      await page.goto('/calendar');
      await page.getByRole('rowheader', { name: 'Bells' }).getByRole('button').click();
      await page.getByRole('button', { name: 'New timetable' }).click();
      const dialog = page.getByRole('dialog', { name: 'New timetable' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Lesson');
      const at = new Date(Date.now() + RINGS_IN_MS);
      await dialog.getByRole('textbox', { name: 'Time of bell 1' }).fill(localOf(at.toISOString()).slice(11));
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toBeHidden();
      await page.getByRole('combobox', { name: 'Place', exact: true }).fill('School');
      await page
        .getByRole('option', { name: /School/ })
        .first()
        .click();
      const today = at.toLocaleString('en', { timeZone: 'Europe/Berlin', weekday: 'long' });
      await page.getByRole('combobox', { name: today }).selectOption('Lesson');
      await page.getByRole('button', { name: 'Save the week' }).click();
      await untilOver('Lesson');
      // ffmpeg holds back what might still come in another order.
      await letPass(2_000);
    } finally {
      await host.stop();
      heard = soundsIn(await stop());
    }
    // Who it is, the sentence, and the bell. What is spoken has pauses.
    expect(heard.length).toBeGreaterThanOrEqual(3);
    expect(heard.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(4);
    expect(heard.at(-1)).toBeGreaterThan(0.3);
  },
);
