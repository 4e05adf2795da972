import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { expect } from '../browser/support/test.ts';
import { createShops } from '../support/teams.ts';
import { screenTest } from './support/screen-test.ts';
import { type ScreenLanguage, textsOf } from './support/texts.ts';

const LANGUAGES: readonly ScreenLanguage[] = ['en', 'ru'];

for (const language of LANGUAGES) {
  const speak = (chosen: ScreenLanguage) => localStorage.setItem('language', JSON.stringify(chosen));
  const [w, r, tabs] = [
    textsOf(language, 'webhooks'),
    textsOf(language, 'triggers'),
    textsOf(language, 'integrations'),
  ];

  screenTest(`webhooks and triggers: ${language}`, async ({ open, page, stack, check }) => {
    await page.addInitScript(speak, language);
    const { owner, main } = await createShops(stack);
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
    await open({ ...owner, role: 'user' }, '/integrations');
    await expect(page.getByText(w('empty'), { exact: true })).toBeVisible();
    await check('no webhooks');
    await page.getByRole('button', { name: w('create') }).click();
    const form = page.getByRole('dialog', { name: w('create') });
    await expect(form.getByRole('checkbox', { name: w('event.alarm_raised') })).toBeVisible();
    await check('a new webhook');
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await page.getByRole('tab', { name: tabs('tabs.triggers') }).click();
    const row = page.getByRole('list', { name: r('title') }).getByRole('button');
    await expect(row).toContainText('Panic button');
    await check('the triggers');
    await row.click();
    const drawer = page.getByRole('dialog', { name: 'Panic button' });
    await expect(drawer.getByText(r('history.none'))).toBeVisible();
    await check('a trigger');
    await drawer.getByRole('button', { name: r('edit'), exact: true }).click();
    const edit = page.getByRole('dialog', { name: r('edit_of', { name: 'Panic button' }) });
    await expect(edit.getByRole('textbox', { name: r('form.name') })).toHaveValue('Panic button');
    await check('the form of a trigger');
  });
}
