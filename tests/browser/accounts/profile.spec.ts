import { stopClock } from '../support/clock.ts';
import {
  selectOf,
  choose,
  editButtonOf,
  expectVisibleFor,
  profileOf,
  saveButtonOf,
  textFieldOf,
} from '../support/pages/home-page.ts';
import { expect, test } from '../support/test.ts';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { requestsTo } from '../support/requests.ts';

test(
  'the profile can be edited: changes are saved, Cancel resets them',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    await page.clock.install();
    await open(user, '/home');
    await editButtonOf(page).click();
    const name = textFieldOf(page, 'Name');
    await expect(saveButtonOf(page)).toBeDisabled();
    await name.fill('Somebody Else');
    await expect(saveButtonOf(page)).toBeEnabled();
    await profileOf(page).getByRole('button', { name: 'Cancel' }).click();
    await editButtonOf(page).click();
    await expect(name).toHaveValue(/^User/);

    await name.fill('A');
    await saveButtonOf(page).click();
    await expect(profileOf(page).getByText('Name must be at least 2 characters long')).toBeVisible();
    await expect(name).toBeFocused();
    await name.fill('Ada Bell');
    await selectOf(page, 'Country').fill('germ');
    const germany = page.getByRole('option', { name: 'Germany' });
    await expect(germany).toHaveText('GermanyDE');
    await expect(germany.getByRole('presentation')).toHaveAttribute('src', /DE.*\.svg$/);
    await germany.click();
    await expect(textFieldOf(page, 'Code')).toHaveValue('DE');
    await expect(textFieldOf(page, 'Code')).not.toBeEditable();
    await choose(page, 'Time zone', 'berlin');
    await choose(page, 'Language', 'german');
    await textFieldOf(page, 'City').fill('Munich');
    await textFieldOf(page, 'Region').fill('Bavaria');
    await stopClock(page);
    const sent = page.waitForRequest(requestsTo(usersHttp.update));
    await saveButtonOf(page).click();
    await expectVisibleFor(page, 'Profile updated successfully!', 3_000);
    await page.clock.resume();
    await expect(editButtonOf(page)).toBeFocused();
    expect((await sent).postDataJSON()).toEqual({
      name: 'Ada Bell',
      country: 'Germany',
      country_code: 'DE',
      city: 'Munich',
      region: 'Bavaria',
      utc_offset: expect.any(Number),
      time_zone: 'Europe/Berlin',
      lang: 'de',
      revision: expect.any(Number),
    });
    await expect(page.getByRole('heading', { name: 'Hello, Ada Bell' })).toBeVisible();
    await expect(page.getByRole('banner').getByText('Ada Bell')).toBeVisible();
    const { body } = await stack.call(usersHttp.profile, user);
    expect(body).toMatchObject({ city: 'Munich', time_zone: 'Europe/Berlin', country: 'Germany', lang: 'de' });
  },
);

test(
  'Escape closes only a list; a click outside closes the form and keeps the input, which is left only after a confirmation',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    await open(await fixtures.user(), '/home');
    await editButtonOf(page).click();
    await selectOf(page, 'Country').click();
    const list = page.getByRole('listbox', { name: 'Country' });
    await expect(list).toBeVisible();
    expect((await list.boundingBox())?.height).toBeLessThanOrEqual(220);
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(saveButtonOf(page)).toBeVisible();

    await textFieldOf(page, 'City').fill('Kazan');
    await selectOf(page, 'Language').click();
    await page.getByRole('heading', { name: 'My account' }).click();
    await expect(saveButtonOf(page)).toBeHidden();
    await expect(page.getByRole('listbox')).toBeHidden();
    await profileOf(page).getByRole('button', { name: 'Go on editing' }).click();
    await expect(textFieldOf(page, 'City')).toHaveValue('Kazan');
    await profileOf(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Your changes are not saved yet.')).toBeHidden();

    await test.step('unsaved changes are left only after a confirmation', async () => {
      const help = page.getByRole('banner').getByRole('link', { name: 'Help' });
      const question = page.getByRole('dialog', { name: 'Leave without saving?' });
      await editButtonOf(page).click();
      await textFieldOf(page, 'City').fill('Kazan');
      await help.click();
      await question.getByRole('button', { name: 'Stay' }).click();
      await expect(page).toHaveURL(/\/home$/);
      await profileOf(page).getByRole('button', { name: 'Go on editing' }).click();
      await expect(textFieldOf(page, 'City')).toHaveValue('Kazan');
      const requests = page.waitForEvent('dialog');
      await page.evaluate(() => setTimeout(() => globalThis.location.reload()));
      const dialog = await requests;
      expect(dialog.type()).toBe('beforeunload');
      await dialog.dismiss();
      await help.click();
      await question.getByRole('button', { name: 'Leave' }).click();
      await expect(page).toHaveURL(/\/help$/);

      // Back asks once, too.
      await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Home' }).click();
      await editButtonOf(page).click();
      await textFieldOf(page, 'City').fill('Kazan');
      await page.evaluate(() => globalThis.history.back());
      await question.getByRole('button', { name: 'Leave' }).click();
      await expect(page).toHaveURL(/\/help$/);
      await expect(question).toBeHidden();
    });
  },
);

test(
  'the password can be changed on the home page, rule by rule',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const user = await fixtures.user();
    await page.clock.install();
    await open(user, '/home');
    const toggle = page.getByRole('button', { name: 'Change Password' }).first();
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await toggle.click();
    const field = (name: string) => profileOf(page).getByLabel(name, { exact: true });
    const change = profileOf(page).locator('form').getByRole('button', { name: 'Change Password' });
    const fill = async (current: string, next: string, confirm: string): Promise<void> => {
      await field('Current password').fill(current);
      await field('New password').fill(next);
      await field('Confirm new password').fill(confirm);
      await change.click();
    };
    const steps = [
      ['', '', '', 'Current password is required', 'Current password'],
      [user.password, 'Brand-new-1', 'Brand-new-2', 'Passwords do not match', 'Confirm new password'],
      [user.password, 'Ab1', 'Ab1', 'Password must contain at least 6 characters', 'New password'],
    ] as const;
    for (const [current, next, confirm, text, focus] of steps) {
      await fill(current, next, confirm);
      await expect(profileOf(page).getByText(text)).toBeVisible();
      await expect(field(focus)).toBeFocused();
    }

    await stopClock(page);
    await fill('Not-it-1', 'Brand-new-1', 'Brand-new-1');
    await expect(field('Current password')).toBeFocused();
    await expectVisibleFor(page, 'Password change error', 3_000);
    await expect(profileOf(page).getByText('Current password is incorrect')).toBeVisible();

    const sent = page.waitForRequest(requestsTo(passwordsHttp.change));
    await fill(user.password, 'Brand-new-1', 'Brand-new-1');
    const { email, password } = user;
    expect((await sent).postDataJSON()).toEqual({ currentPassword: password, newPassword: 'Brand-new-1', email });
    expect((await sent).headers()['authorization']).toBe(user.key);
    await expectVisibleFor(page, 'Password changed successfully!', 5_000);
    await page.clock.resume();
    await expect(toggle).toBeFocused();
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  },
);
