import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { webhooksHttp } from '@belfry/schemas/http/webhooks';
import { expect } from '../browser/support/test.ts';
import { createDevice } from '../support/factories.ts';
import { createShops } from '../support/teams.ts';
import { screenTest } from './support/screen-test.ts';
import { type ScreenLanguage, textsOf } from './support/texts.ts';

const AT = new Date('2026-11-27T10:00:00Z');
const LANGUAGES: readonly ScreenLanguage[] = ['en', 'ru'];

for (const language of LANGUAGES) {
  const speak = (chosen: ScreenLanguage) => localStorage.setItem('language', JSON.stringify(chosen));
  const [w, r, list] = [textsOf(language, 'webhooks'), textsOf(language, 'triggers'), textsOf(language, 'list')];

  screenTest(`a webhook with its deliveries: ${language}`, async ({ open, page, stack, check }) => {
    await page.addInitScript(speak, language);
    const { owner, main } = await createShops(stack);
    const name = 'Ticket system of the company that repairs the devices';
    const { body: webhook } = await stack.call(webhooksHttp.create, owner, {
      name,
      url: 'https://tickets.invalid/hooks/of-the-installation',
      events: ['alarm.raised', 'alarm.cleared'],
      company_id: main.company_id,
    });
    const delivery = { webhook_id: webhook.id, type: 'alarm.raised', order_key: 'alarm:1', data: '{}', at: AT };
    await stack.db
      .insertInto('webhook_deliveries')
      .values([
        { ...delivery, message_id: 'msg_1', state: 'delivered', attempts: 1, last_status: 204, delivered_at: AT },
        {
          ...delivery,
          message_id: 'msg_2',
          state: 'failed',
          attempts: 9,
          last_error: 'There is no server of this name',
        },
      ])
      .execute();
    await open({ ...owner, role: 'user' }, '/settings/connections');
    const row = page.getByRole('list', { name: w('title') }).getByRole('link');
    await expect(row).toContainText(name);
    await check('the webhooks');
    await row.click();
    const drawer = page.getByRole('dialog', { name });
    const deliveries = drawer.getByRole('list', { name: w('deliveries.title') });
    await expect(deliveries.getByText(textsOf(language, 'reasons')('link_name'))).toBeVisible();
    await deliveries
      .getByRole('button', { name: new RegExp(`^${w('deliveries.payload')}`) })
      .first()
      .click();
    await check('a webhook with a payload');
    await drawer.getByRole('button', { name: list('menu') }).click();
    await page.getByRole('menuitem', { name: w('questions.rotate.do') }).click();
    const question = page.getByRole('dialog', { name: w('questions.rotate.title', { name }) });
    await expect(question.getByText(w('questions.rotate.text'))).toBeVisible();
    await check('the question of a new secret');
    await question.getByRole('button', { name: w('questions.rotate.do') }).click();
    const secret = page.getByRole('dialog', { name: w('secret.of', { name }) });
    await expect(secret.getByText(/^whsec_/)).toBeVisible();
    await check('a secret');
  });

  screenTest(`the history of a trigger: ${language}`, async ({ open, page, stack, check }) => {
    await page.addInitScript(speak, language);
    const { owner, main, own } = await createShops(stack);
    // Somebody hears it.
    await createDevice(stack, { user_id: owner.id, company_id: own.node.company_id });
    const fire = { name: 'Fire', variants: [{ language: 'en', text: 'Fire' }], emergency: true };
    const { id: message_id } = (await stack.call(messagesHttp.create, owner, fire)).body;
    const { body: trigger } = await stack.call(triggersHttp.create, owner, {
      name: 'Panic button',
      company_id: main.company_id,
      source: { type: 'hook' },
      action: { type: 'emergency', message_id, targets: { nodes: [main.company_id] } },
      mode: 'ask',
      drill: true,
    });
    expect(trigger).toMatchObject({ name: 'Panic button' });
    const firing = { trigger_id: trigger.id, source: 'hook', details: '{}', at: AT } as const;
    await stack.db
      .insertInto('trigger_firings')
      .values([
        { ...firing, cause: 'a', state: 'drill' },
        { ...firing, cause: 'b', state: 'declined', decided_by: owner.id, decided_at: AT },
        { ...firing, cause: 'c', state: 'failed', reason: 'No device is online at the chosen places' },
      ])
      .execute();
    await open({ ...owner, role: 'user' }, '/settings/connections?view=triggers');
    await page
      .getByRole('list', { name: r('title') })
      .getByRole('link')
      .click();
    const history = page.getByRole('list', { name: r('history.title') });
    await expect(history.getByRole('listitem')).toHaveCount(3);
    await expect(history).toContainText(r('history.states.drill'));
    await check('a trigger with its history');
  });
}
