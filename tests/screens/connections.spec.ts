import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { expect } from '../browser/support/test.ts';
import { createDevice } from '../support/factories.ts';
import { createShops } from '../support/teams.ts';
import { screenTest } from './support/screen-test.ts';
import { type ScreenLanguage, textsOf } from './support/texts.ts';

/** An alert of which the area is elsewhere. */
const STORM = {
  identifier: '2.49.0.0.276.0.DWD.1',
  sender: 'opendata@dwd.example',
  sent: new Date('2026-11-27T10:00:00Z'),
  event: 'Storm',
  headline: 'Severe storm over the valley',
  severity: 'Severe',
  area: 'Valley',
  expires: new Date('2026-11-27T18:00:00Z'),
};
const LANGUAGES: readonly ScreenLanguage[] = ['en', 'ru'];

for (const language of LANGUAGES) {
  const speak = (chosen: ScreenLanguage) => localStorage.setItem('language', JSON.stringify(chosen));
  const [w, h, r, a, tabs, list] = [
    textsOf(language, 'webhooks'),
    textsOf(language, 'home-assistant'),
    textsOf(language, 'triggers'),
    textsOf(language, 'alert-feeds'),
    textsOf(language, 'settings'),
    textsOf(language, 'list'),
  ];

  screenTest(`webhooks and triggers: ${language}`, async ({ open, page, stack, check }) => {
    await page.addInitScript(speak, language);
    const { owner, main, own } = await createShops(stack);
    await createDevice(stack, { user_id: owner.id, company_id: own.node.company_id });
    const fire = { name: 'Fire', variants: [{ language: 'en', text: 'Fire' }], emergency: true };
    const { id: message_id } = (await stack.call(messagesHttp.create, owner, fire)).body;
    await stack.call(triggersHttp.create, owner, {
      name: 'Panic button',
      company_id: main.company_id,
      source: { type: 'hook' },
      action: { type: 'emergency', message_id, targets: { nodes: [main.company_id] } },
      mode: 'ask',
      drill: true,
    });
    const { body: feed } = await stack.call(triggersHttp.create, owner, {
      name: 'Storms',
      company_id: main.company_id,
      source: {
        type: 'alert_feed',
        url: 'https://alerts.invalid/feed.xml',
        filter: { severities: ['Extreme'], near: true },
      },
      action: { type: 'emergency', message_id, targets: { nodes: [main.company_id] } },
      mode: 'ask',
      drill: false,
    });
    expect(feed).toMatchObject({ feed: { last_error: null } });
    await stack.db
      .insertInto('alert_decisions')
      .values([
        { ...STORM, trigger_id: feed.id, alert_key: 'a', decision: 'filtered', reason: 'area' },
        { trigger_id: feed.id, alert_key: 'b', decision: 'invalid', detail: 'info.severity is required' },
      ])
      .execute();
    await open({ ...owner, role: 'user' }, '/settings/connections');
    await expect(page.getByText(w('empty'), { exact: true })).toBeVisible();
    await check('no webhooks');
    await page.getByRole('button', { name: w('create') }).click();
    const form = page.getByRole('dialog', { name: w('create') });
    await expect(form.getByRole('checkbox', { name: w('event.alarm_raised') })).toBeVisible();
    await check('a new webhook');
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    const url = 'mqtts://home.example';
    await stack.db
      .insertInto('home_assistants')
      .values({
        owner_id: owner.id,
        company_id: main.company_id,
        name: 'Home',
        url,
        username: 'belfry',
        version: '5',
        prefix: 'homeassistant',
        allows: ['say'],
        enabled: false,
        disabled_reason: 'person',
      })
      .execute();
    await page.reload();
    await page.getByRole('button', { name: tabs('connections.home-assistant'), exact: true }).click();
    await page
      .getByRole('list', { name: h('title') })
      .getByRole('link', { name: 'Home' })
      .click();
    await expect(page.getByRole('dialog', { name: 'Home' }).getByText(url)).toBeVisible();
    await check('a connection to Home Assistant');
    await page
      .getByRole('dialog', { name: 'Home' })
      .getByRole('button', { name: h('edit') })
      .click();
    const homeForm = page.getByRole('dialog', { name: h('edit_of', { name: 'Home' }) });
    await expect(homeForm.getByRole('checkbox', { name: h('right.say') })).toBeChecked();
    await check('the form of a connection to Home Assistant');
    await page.keyboard.press('Escape');
    await expect(homeForm).toBeHidden();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: tabs('connections.triggers'), exact: true }).click();
    const row = page.getByRole('list', { name: r('title') }).getByRole('listitem');
    await expect(row).toContainText('Panic button');
    await check('the triggers');
    await row.getByRole('link').click();
    const drawer = page.getByRole('dialog', { name: 'Panic button' });
    await expect(drawer.getByText(r('history.none'))).toBeVisible();
    await check('a trigger');
    await drawer.getByRole('button', { name: list('menu') }).click();
    await page.getByRole('menuitem', { name: r('edit'), exact: true }).click();
    const edit = page.getByRole('dialog', { name: r('edit_of', { name: 'Panic button' }) });
    await expect(edit.getByRole('textbox', { name: r('form.name') })).toHaveValue('Panic button');
    await check('the form of a trigger');
    await page.keyboard.press('Escape');
    await expect(edit).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await page.getByRole('button', { name: tabs('connections.alerts'), exact: true }).click();
    const feeds = page.getByRole('list', { name: a('title') }).getByRole('listitem');
    await expect(feeds).toContainText('Storms');
    await check('the feeds of public alerts');
    await feeds.getByRole('link').click();
    const details = page.getByRole('dialog', { name: 'Storms' });
    await expect(details.getByText(a('reason.area'))).toBeVisible();
    await check('a feed with its alerts');
    await details.getByRole('button', { name: list('menu') }).click();
    await page.getByRole('menuitem', { name: r('edit'), exact: true }).click();
    const fields = page.getByRole('dialog', { name: r('edit_of', { name: 'Storms' }) });
    await expect(fields.getByRole('textbox', { name: a('form.url') })).toHaveValue('https://alerts.invalid/feed.xml');
    await check('the form of a feed');
  });
}
