import { replacePeople } from '@belfry/api/features/companies/responsible-people.repository';
import type { ResponsiblePerson } from '@belfry/schemas/http/companies/responsible-people';
import { confirmRecipients } from '../../support/outbox.ts';
import { createCompany } from '../../support/factories.ts';
import { expect, test } from '../support/test.ts';

const PEOPLE: ResponsiblePerson[] = [
  { name: 'Anna', phone: '+37126123456', email: null, language: 'en' },
  { name: 'Вера', phone: '+79161234567', email: null, language: 'ru' },
  { name: 'Mailer', phone: null, email: 'mailer@belfry.test', language: 'en' },
];

test('SMS: writes to the responsible people of a place and to a typed number, and follows the messages', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const user = await fixtures.user();
  await stack.db.updateTable('users').set({ may_text_any_number: true }).where('id', '=', user.id).execute();
  await confirmRecipients(
    stack,
    PEOPLE.flatMap(({ phone }) => phone),
  );
  const main = await createCompany(stack, { user_id: user.id, name: 'Chain' });
  const shop = await createCompany(stack, { below: main, name: 'Shop', type: 'Company' });
  await replacePeople(stack.db, shop.company_id, PEOPLE);

  await open(user, `/sms?devices=${encodeURIComponent(JSON.stringify([shop.company_id]))}`);
  await expect(page.getByRole('tab', { name: 'Send' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('1 device selected')).toBeVisible();
  const submit = page.getByRole('button', { name: 'Send…' });
  await expect(submit).toBeDisabled();
  await page.getByRole('textbox', { name: 'Message' }).fill('Fire drill: ');
  await page.getByRole('group', { name: 'Insert a variable' }).getByRole('button', { name: 'Place' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Fire drill: {place}');
  await page.locator('input[inputmode="tel"]').pressSequentially('+49 151 12345678,');
  const recipients = page.getByRole('region', { name: 'Recipients' });
  await expect(recipients).toContainText('3 messages, 3 parts');
  await expect(recipients).toContainText('1 responsible person has no phone number');
  await expect(recipients.getByRole('listitem').first()).toContainText('Anna, +37126123456Fire drill: Shop');

  await submit.click();
  await expect(page.getByRole('dialog')).toContainText('3 messages in 3 parts');
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true');
  const messages = page.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(messages.filter({ hasText: 'Sent' })).toHaveCount(3);
  await page.getByRole('textbox', { name: 'Search' }).fill('anna');
  await expect(messages).toHaveCount(1);
  await expect(page).toHaveURL(/tab=history.*q=anna/);
  await page.getByRole('combobox', { name: 'State' }).selectOption('Failed');
  await expect(page.getByText('No message fits')).toBeVisible();
});

test(
  'SMS: templates are made, used, changed and deleted, also in Russian and by keyboard',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    await open(await fixtures.user(), '/sms?tab=templates');
    await page.getByRole('button', { name: 'New template' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.type('Drill');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Fire drill at {place}');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(page.getByRole('list', { name: 'Templates' })).toContainText('Fire drill at {place}');
    await page.getByRole('tab', { name: 'Send' }).click();
    await page.getByRole('combobox', { name: 'Template' }).selectOption('Drill');
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Fire drill at {place}');

    await page.evaluate(() => localStorage.setItem('language', JSON.stringify('ru')));
    await page.goto('/sms?tab=templates');
    await page.getByRole('link', { name: 'Drill' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Сообщение' }).fill('Тревога: {place}');
    await expect(page.getByRole('dialog')).toContainText(
      '1 SMS, можно добавить символов: 54. В одной SMS не больше 70',
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
    await expect(page.getByRole('list', { name: 'Шаблоны' })).toContainText('Тревога: {place}');
    await page.getByRole('button', { name: /: Drill$/ }).click();
    await page.getByRole('menuitem', { name: 'Удалить' }).click();
    await page.getByRole('button', { name: 'Удалить', exact: true }).click();
    await expect(page.getByText('Шаблонов пока нет')).toBeVisible();
  },
);

test(
  'SMS: without devices in the address it says so, and an invalid list is none',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    await open(await fixtures.user(), '/sms');
    for (const devices of ['', '?devices=%5B1%2C2', '?devices=%5B%5D', '?devices=7']) {
      await page.goto(`/sms${devices}`);
      await expect(page.getByText('No devices selected')).toBeVisible();
    }
    await page.getByRole('tab', { name: 'History' }).click();
    await expect(page.getByText('Nothing was sent yet')).toBeVisible();
  },
);
