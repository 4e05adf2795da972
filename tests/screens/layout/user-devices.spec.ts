import { createDevice } from '../../support/factories.ts';
import {
  buttonOf,
  cardOf,
  cardsOf,
  createBoundDevice,
  USER_DEVICES_PATH,
} from '../../browser/support/pages/user-devices-page.ts';
import { expect } from '../../browser/support/test.ts';
import { screenTest } from '../support/screen-test.ts';

screenTest('own devices are in as many columns as fit', async ({ fixtures, open, page, stack, check }) => {
  const person = await fixtures.user();
  await createBoundDevice(stack, person);
  const waiting = await createDevice(stack, { user_id: person.id, device_mode: 'wait', note: 'W'.repeat(120) });
  const online = await createDevice(stack, { user_id: person.id, note: null });
  await fixtures.connect(online);
  await open(person, USER_DEVICES_PATH);
  await expect(cardsOf(page)).toHaveCount(3);
  const colourOf = ({ serial }: { serial: string }, name: RegExp): Promise<string> =>
    cardOf(page, serial)
      .locator('header')
      .getByText(name)
      .evaluate((text) => getComputedStyle(text).color);
  const dimmed = await colourOf(waiting, /^W/);
  expect(dimmed, 'a waiting device is dimmed').not.toBe(await colourOf(online, /^speaker/));
  const firstRow = async (): Promise<number> => {
    const tops = await cardsOf(page).evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top));
    return tops.filter((top) => top === tops[0]).length;
  };
  for (const [width, columns] of [
    [350, 1],
    [768, 2],
    // From this width on the navigation and the tabs are beside the cards.
    [770, 1],
    [850, 1],
    [920, 1],
    [1_000, 2],
    [1_200, 2],
    [1_440, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(firstRow, `cards beside each other at ${width} px`).toBe(columns);
    const cut = () =>
      cardsOf(page)
        .locator('header')
        .evaluateAll((heads) => heads.filter((head) => head.scrollWidth > head.clientWidth).length);
    await expect.poll(cut, `serials beside their modes at ${width} px`).toBe(0);
  }
  await page.getByRole('button', { name: 'Default Settings' }).click();
  const heightLimit = await buttonOf(page, 'Save Settings').evaluate((button) => {
    let box = button.parentElement;
    while (box && getComputedStyle(box).overflowY !== 'auto') box = box.parentElement;
    return box && getComputedStyle(box).maxHeight;
  });
  expect(heightLimit).toBe('500px');
  await check('user-devices');
});
