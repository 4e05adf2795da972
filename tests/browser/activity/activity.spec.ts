import { readFile } from 'node:fs/promises';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { outboxHttp } from '@belfry/schemas/http/mail/outbox';
import { createCompany, createUser } from '../../support/factories.ts';
import { codeIn, mailTo } from '../../support/outbox.ts';
import { mockResponse, requestsTo } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

test('a person finds who did not hear an announcement and why, says it again to them, and reads who changed what', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const owner = await fixtures.user();
  const main = await createCompany(stack, { user_id: owner.id, name: 'Chain' });
  const shop = await createCompany(stack, { below: main, type: 'Company', name: 'Harbour Market' });
  const { company_id } = await createCompany(stack, { below: shop, name: 'Bakery' });
  await fixtures.device({ user_id: owner.id, company_id });
  const said = { text: 'We close soon', targets: { nodes: [main.company_id] }, expires_in_s: 5 };
  expect((await stack.call(sayHttp.say, owner, said)).status).toBe(202);
  const { body: group } = await stack.call(groupsHttp.create, owner, { name: 'Halls', devices: [] });
  await stack.call(groupsHttp.rename, owner, { id: group.id, name: 'All halls' });

  await open(owner, '/say?tab=history');
  await expect(page).toHaveURL(/\/activity\?view=said$/);
  const row = page.getByRole('listitem').filter({ hasText: 'We close soon' });
  await expect(row).toContainText('0 of 1');
  await row.getByRole('link', { name: 'We close soon' }).click();
  const drawer = page.getByRole('dialog', { name: /We close soon/ });
  await expect(drawer).toContainText('Harbour Market / Bakery');
  await expect(drawer.getByRole('region', { name: /^Did not hear it/ })).toContainText(/offline/);
  await drawer.getByRole('button', { name: /^Say again to the 1/ }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'We close soon' })).toHaveCount(2);

  await page.reload();
  await expect(drawer).toContainText('Harbour Market / Bakery');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Changes', exact: true }).click();
  await page.getByRole('link', { name: 'Group: renamed' }).click();
  await expect(page.getByRole('deletion')).toContainText('Halls');
  await expect(page.getByRole('insertion')).toContainText('All halls');
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/open=/);

  await page.getByRole('button', { name: 'More', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Changes, as CSV' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain('group.rename');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Prove that the record is whole' }).click();
  await expect(page.getByText(/^Unbroken up to/)).toBeVisible();
});

test('an administrator finds an email, copies its code, and sees its HTML, which runs no scripts', async ({
  fixtures,
  context,
  open,
  page,
  stack,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const user = await createUser(stack, { email_confirm: false, name: '<b>Ada</b> & co' });
  await stack.call(registrationHttp.resendEmail, null, { email: user.email });
  const code = codeIn((await mailTo(stack, user.email)).text);
  await open(await fixtures.admin(), `/outbox?q=${user.email}`);
  const row = page.getByRole('listitem').filter({ hasText: user.email });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Sent');
  await row.getByRole('link').click();
  const drawer = page.getByRole('dialog', { name: /Email confirmation/ });
  await drawer.getByRole('button', { name: `Copy ${code}` }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  const frame = drawer.locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', '');
  await expect(frame.contentFrame().getByText('<b>Ada</b> & co')).toBeVisible();
  await page.keyboard.press('Escape');

  const html =
    '<p>Hello</p><script>parent.hacked = 1</script><img src="data:image/png;base64,eA==" onerror="parent.hacked = 1">';
  await mockResponse(page, requestsTo(outboxHttp.read, { id: 7 }), {
    json: {
      id: 7,
      channel: 'mail',
      kind: 'confirm_email',
      recipient: 'ada@belfry.test',
      subject: 'Hello',
      lang: 'en',
      state: 'queued',
      attempts: 3,
      last_error: 'connect ECONNREFUSED 127.0.0.1:25',
      created_at: new Date().toISOString(),
      next_attempt_at: new Date().toISOString(),
      sent_at: null,
      text: 'Hello',
      html,
      code: null,
      link: null,
      attachment: null,
    },
  });
  await page.goto('/outbox?message=7');
  await expect(frame.contentFrame().getByText('Hello')).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText('Waiting · The server of outgoing messages does not answer');
  expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
});
