import { signOnHttp } from '@belfry/schemas/http/single-sign-on/sign-on';
import { createCompany, createUser } from '../support/factories.ts';
import { makeMember } from '../support/teams.ts';
import { mockResponse, requestsTo } from '../browser/support/requests.ts';
import { expect } from '../browser/support/test.ts';
import { screenTest } from './support/screen-test.ts';
import { type ScreenLanguage, textsOf } from './support/texts.ts';

const LANGUAGES: readonly ScreenLanguage[] = ['en', 'ru'];

for (const language of LANGUAGES) {
  const speak = (chosen: ScreenLanguage) => localStorage.setItem('language', JSON.stringify(chosen));
  const t = textsOf(language, 'teams');

  screenTest(`the people of a node: ${language}`, async ({ fixtures, open, page, stack, check }) => {
    await page.addInitScript(speak, language);
    const name = `Ada Colleague ${language}`;
    const [owner, colleague] = [await fixtures.user(), await createUser(stack, { name })];
    const main = await createCompany(stack, { user_id: owner.id, name: 'Head office' });
    const shop = await createCompany(stack, { below: main, type: 'Company', name: 'Shop 12' });
    await createCompany(stack, { below: shop, name: 'Entrance' });
    await makeMember(stack, owner, main, { user: colleague, role: 'announcer', may_emergency: true });
    await makeMember(stack, owner, shop, { user: colleague, role: 'technician' });
    await open(owner, `/navigation?company=${main.company_id}`);
    await page.getByRole('button', { name: t('people'), exact: true }).click();
    const people = page.getByRole('dialog', { name: t('people_of', { name: 'Head office' }) });
    await expect(people.getByRole('listitem')).toHaveCount(1);
    await check('people');

    await people.getByRole('button', { name: t('add') }).click();
    const adding = page.getByRole('dialog', { name: t('add') });
    await adding.getByRole('textbox', { name: t('email') }).fill(`invited-${owner.id}@belfry.test`);
    await check('adding a person');
    await page.keyboard.press('Enter');
    await expect(people.getByRole('list', { name: t('invitations') })).toBeVisible();
    await check('people with an invitation');

    await people.getByRole('button', { name: t('change_of', { name }) }).click();
    await expect(page.getByRole('combobox', { name: t('role') })).toBeVisible();
    await check('access of a person');
    await page.keyboard.press('Escape');
    await people.getByRole('button', { name: t('end_of', { name }) }).click();
    await expect(page.getByText(t('end_ask', { name }))).toBeVisible();
    await check('ending an access');
    await page.keyboard.press('Escape');
    await people.getByRole('button', { name: t('show_access', { name }) }).click();
    const access = page.getByRole('dialog', { name: new RegExp(`^${name}`) });
    await expect(access.getByText('Shop 12')).toBeVisible();
    await check('all access of a person');

    await access.getByRole('button', { name: textsOf(language, 'list')('menu') }).click();
    await page.getByRole('menuitem', { name: t('see_as.open', { name }) }).click();
    const tree = page.getByRole('list', { name: t('see_as.tree') });
    await tree.getByRole('button', { expanded: false }).click();
    await tree.getByRole('button', { name: /^Shop 12/ }).click();
    await expect(page.getByRole('heading', { name: t('see_as.actions', { name: 'Shop 12' }) })).toBeVisible();
    await check('what somebody sees');
    await page.goto('/see-as?person=2000000000');
    await expect(page.getByText(t('see_as.nobody'))).toBeVisible();
    await check('nobody to show');
  });

  screenTest(`keys of programs and security: ${language}`, async ({ fixtures, open, page, stack, check }) => {
    await page.addInitScript(speak, language);
    const keys = textsOf(language, 'api-keys');
    const owner = await fixtures.user();
    await createCompany(stack, { user_id: owner.id, name: 'Head office' });
    await open(owner, '/settings/connections?view=keys');
    await expect(page.getByText(keys('empty'))).toBeVisible();
    await check('keys of programs');
    await page.getByRole('button', { name: keys('create') }).click();
    await expect(page.getByRole('dialog', { name: keys('create') })).toBeVisible();
    await check('new key');
    await page.goto('/settings/me');
    await expect(page.getByText(t('own_tree'), { exact: true })).toBeVisible();
    await check('me');
  });

  screenTest(`the audit: ${language}`, async ({ fixtures, open, page, stack, check }) => {
    await page.addInitScript(speak, language);
    const [owner, colleague] = [await fixtures.user(), await fixtures.user()];
    const main = await createCompany(stack, { user_id: owner.id, name: 'Head office' });
    await makeMember(stack, owner, main, { user: colleague, role: 'planner' });
    await open(owner, '/activity?view=changes');
    await page.getByRole('listitem').filter({ hasText: 'Head office' }).getByRole('link').first().click();
    await expect(page.getByRole('dialog')).toContainText('Head office');
    await check('a change');
    await page.goto('/activity?view=changes&q=nobody-has-this');
    await expect(page.getByText(textsOf(language, 'activity')('empty.none_fit'))).toBeVisible();
    await check('no change');
  });

  screenTest(`sign-in with a provider: ${language}`, async ({ page, check }) => {
    await page.addInitScript(speak, language);
    const auth = textsOf(language, 'auth');
    const providers = [
      { provider: 1, name: 'Story login' },
      { provider: 2, name: 'A login with a name that is as long as it may be' },
    ];
    await mockResponse(page, `${requestsTo(signOnHttp.offered)}*`, { json: { providers } });
    await page.goto('/login');
    await page.getByRole('textbox', { name: auth('login.email') }).fill('walker@belfry.test');
    await expect(page.getByRole('link', { name: auth('sign_on.continue', { name: 'Story login' }) })).toBeVisible();
    await check('providers on the sign-in page');
  });
}
