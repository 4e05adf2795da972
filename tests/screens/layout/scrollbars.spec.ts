import { launch } from '../../browser/support/launch.ts';
import { expect, test } from '../../browser/support/test.ts';

// Scrollbars take room, as those of people with a mouse do.
test.use({ launchOptions: { ...launch(), ignoreDefaultArgs: ['--hide-scrollbars'] } });

test('a dialog reaches the edge of the window, and the page under it stays where it is', async ({
  fixtures,
  open,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(await fixtures.user(), '/say');
  const account = page.locator('header button[aria-haspopup=menu]').last();
  await expect(account).toBeVisible();
  const edgeOf = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().right);
  const widthOf = () => page.evaluate(() => document.documentElement.clientWidth);
  expect(await widthOf(), 'without the scrollbar').toBeLessThan(1440);
  const before = await account.boundingBox();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect.poll(() => edgeOf('.mantine-Spotlight-overlay')).toBe(1440);
  expect(await account.boundingBox()).toEqual(before);
});
