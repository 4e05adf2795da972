import type { Page } from '@playwright/test';
import { mailTo, codeIn } from '../../support/outbox.ts';
import { createUser } from '../../support/factories.ts';
import { expect, test } from '../support/test.ts';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { outboxHttp } from '@belfry/schemas/http/mail/outbox';
import { requestsTo, mockResponse } from '../support/requests.ts';

const listOf = (page: Page) => page.getByRole('list', { name: 'Outbox' });
const rowsOf = (page: Page) => listOf(page).getByRole('listitem');
const searchOf = (page: Page) => page.getByRole('textbox', { name: 'Search' });
const drawerOf = (page: Page) => page.getByRole('dialog');
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('filters are kept in the URL; an administrator finds an email, copies its code, and sees its rendered HTML', async ({
  fixtures,
  context,
  open,
  page,
  stack,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const user = await createUser(stack, { email_confirm: false, name: '<b>Ada</b> & co' });
  await createUser(stack, { email_confirm: false }).then(({ email }) =>
    stack.call(registrationHttp.resendEmail, null, { email }),
  );
  await stack.call(registrationHttp.resendEmail, null, { email: user.email });
  const code = codeIn((await mailTo(stack, user.email)).text);
  await test.step('filters are kept in the URL; an empty result is reported and can be reset', async () => {
    await open(await fixtures.admin(), '/outbox?channel=sms&q=nobody-has-this');
    await expect(page.getByText('No message fits')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('sms');
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(page).toHaveURL(/\/outbox$/);
    await page.getByRole('combobox', { name: 'State' }).selectOption('failed');
    await expect(page).toHaveURL(/state=failed/);
    await page.goBack();
    await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('all');
  });

  await searchOf(page).fill(user.email);
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page).toHaveURL(/q=/);
  await expect(rowsOf(page).first()).toContainText(user.email);
  await expect(rowsOf(page).first()).toContainText('Sent');
  await rowsOf(page).getByRole('button').click();

  await expect(drawerOf(page)).toContainText('Email confirmation');
  await drawerOf(page)
    .getByRole('button', { name: `Copy ${code}` })
    .click();
  await expect.poll(() => copied(page)).toBe(code);
  const frame = drawerOf(page).locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', '');
  await expect(frame.contentFrame().getByText(code, { exact: true }).first()).toBeVisible();
  await expect(frame.contentFrame().getByText('<b>Ada</b> & co')).toBeVisible();
  await expect(
    drawerOf(page)
      .getByRole('definition')
      .filter({ hasText: /^English$/ }),
  ).toBeVisible();
  await drawerOf(page).getByText('Plain text').click();
  await expect(drawerOf(page).locator('pre')).toContainText(code);

  await page.reload();
  await expect(drawerOf(page)).toContainText('Email confirmation');
  await page.keyboard.press('Escape');
  await expect(drawerOf(page)).toBeHidden();
  await expect(page).not.toHaveURL(/message=/);
});

test('an email cannot run scripts', { tag: '@full' }, async ({ fixtures, open, page }) => {
  const item = {
    id: 7,
    channel: 'mail',
    kind: 'confirm_email',
    recipient: 'ada@belfry.test',
    subject: 'Hello',
    lang: 'en',
    state: 'queued',
    attempts: 3,
    last_error: 'connect ECONNREFUSED',
    created_at: new Date().toISOString(),
    next_attempt_at: new Date().toISOString(),
    sent_at: null,
  };
  const html =
    '<p>Hello</p><script>parent.hacked = 1</script><img src="data:image/png;base64,eA==" onerror="parent.hacked = 1">';
  await mockResponse(page, requestsTo(outboxHttp.read, { id: 7 }), {
    json: { ...item, text: 'Hello', html, code: null, link: null, attachment: null },
  });
  await open(await fixtures.admin(), '/outbox?message=7');
  await expect(drawerOf(page).locator('iframe').contentFrame().getByText('Hello')).toBeVisible();
  await expect(drawerOf(page)).toContainText('connect ECONNREFUSED');
  await expect(drawerOf(page)).toContainText('Waiting');
  expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
});

test('access is denied to other roles, and nothing is loaded', { tag: '@full' }, async ({ fixtures, open, page }) => {
  const requests: string[] = [];
  page.on('request', (request) => request.url().includes('/admin/outbox') && requests.push(request.url()));
  await open(await fixtures.user(), '/outbox');
  await expect(page.getByText(/^Access Denied/)).toBeVisible();
  expect(requests).toEqual([]);
});
