import { insertScheduledRuns } from '@belfry/api/features/announcements/index';
import { topics } from '@belfry/schemas/mqtt/topics';
import { createCompany } from '../../support/factories.ts';
import { drawerOf } from '../support/pages/devices-page.ts';
import { waitForSubscription } from '../support/subscriptions.ts';
import { expect, test } from '../support/test.ts';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { nextPlay, report, createSpeaker } from '../../support/announcements.ts';
import { sayHttp } from '@belfry/schemas/http/announcements/say';

const FIRE = { name: 'Fire', variants: [{ language: 'en', text: 'Leave the building' }], emergency: true };

test(
  'the timeline shows what was said, scheduled and called as an emergency, with receipts as they come',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const owner = await fixtures.user();
    const main = await createCompany(stack, { user_id: owner.id, name: 'School' });
    const place = await createSpeaker(stack, owner, main, { name: 'Hall' });
    const targets = { devices: [place.serial] };
    await open(await fixtures.admin(), `/devices?q=${place.serial}&device=${place.serial}&details_tab=timeline`);
    const drawer = drawerOf(page);
    const entries = drawer.getByRole('tabpanel').getByRole('listitem');
    const said = entries.filter({ hasText: 'Say now: We close soon' });
    await waitForSubscription(page, topics.receipts(place.serial));

    const { body } = await stack.call(sayHttp.say, owner, { text: 'We close soon', targets });
    await nextPlay(place);
    await expect(said).toContainText('Sent');
    await report(place, body.run_id, 'started');
    await expect(said).toContainText('Playing');
    await report(place, body.run_id, 'finished');
    await expect(said).toContainText(/Heard, \d/);

    const bell = crypto.randomUUID();
    const run = { run_id: bell, schedule_id: 1, user_id: owner.id, title: 'Bell', priority: 'scheduled' as const };
    await insertScheduledRuns(stack.db, [{ ...run, at: new Date() }]);
    await report(place, bell, 'skipped');
    await expect(entries.filter({ hasText: 'Schedule: Bell' })).toContainText('Skipped');
    await expect(entries.filter({ hasText: 'Schedule: Bell' })).toContainText('expired');

    const { id } = (await stack.call(messagesHttp.create, owner, { ...FIRE })).body;
    const started = await stack.call(emergencyHttp.start, owner, { message_id: id, targets });
    await nextPlay(place);
    await report(place, started.body.run_id, 'started');
    await expect(entries.filter({ hasText: 'Emergency: Fire' })).toContainText('Playing');

    await drawer.getByText('Announcements', { exact: true }).click();
    await expect(entries).toHaveCount(3);
    await expect(page).toHaveURL(/details_types=announcement/);
    await said.getByRole('link').click();
    await expect(page).toHaveURL(/details_entry=\w+\.announcement\./);
    await page.reload();
    await expect(said).toHaveAttribute('aria-current', 'true');
  },
);
