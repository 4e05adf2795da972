import { createCompany } from '../../support/factories.ts';
import { fieldOf, formOf, rowOf } from '../../browser/support/pages/element-form-page.ts';
import { expect, test } from '../../browser/support/test.ts';

test('on a phone the form fills the screen, and Enter submits it', async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  const main = await createCompany(stack, { user_id: user.id, name: 'Head office' });
  await page.setViewportSize({ width: 440, height: 800 });
  await open(user, `/navigation?company=${main.company_id}`);
  await page.getByRole('button', { name: 'Add the first element' }).click();
  await expect(fieldOf(page, 'Name')).toBeVisible();
  await expect.poll(() => formOf(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 440 });
  await expect(formOf(page).getByRole('button', { name: 'Add New' }), 'without scrolling').toBeInViewport({ ratio: 1 });
  await expect(fieldOf(page, 'Name')).toBeFocused();
  await expect(fieldOf(page, 'Name')).toHaveAttribute('enterkeyhint', 'done');
  // A form below 500 px has a line for the description, one below 400 px a line for every field. It has 16 px at both sides.
  const topOf = async (name: string): Promise<number> => (await fieldOf(page, name).boundingBox())?.y ?? Number.NaN;
  const distance = async (upper: string, lower: string): Promise<number> => (await topOf(lower)) - (await topOf(upper));
  await expect.poll(() => distance('Name', 'Description')).toBeGreaterThan(0);
  await expect.poll(() => distance('City', 'ZIP code')).toBe(0);
  await page.setViewportSize({ width: 430, height: 800 });
  await expect.poll(() => distance('City', 'ZIP code')).toBeGreaterThan(0);
  await fieldOf(page, 'Name').fill('Ground floor');
  await fieldOf(page, 'Name').press('Enter');
  await expect(formOf(page)).toBeHidden();
  await expect(rowOf(page, 'Ground floor, Element')).toBeVisible();
});
