import type { Locator, Page } from '@playwright/test';

/** How a hand moves something on a page. */
export type Hand = 'mouse' | 'finger';

const STEPS = 8;

/** The middle of what is shown; throws where it is not. */
async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${String(target)} is not shown`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags something by its middle, so many px to the right and down, in steps as a hand does. */
export async function dragBy(page: Page, target: Locator, [right, down]: [number, number], hand: Hand): Promise<void> {
  const start = await middleOf(target);
  const path = Array.from({ length: STEPS }, (_step, at) => ({
    x: start.x + (right * (at + 1)) / STEPS,
    y: start.y + (down * (at + 1)) / STEPS,
  }));
  if (hand === 'mouse') {
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    for (const { x, y } of path) await page.mouse.move(x, y);
    await page.mouse.up();
    return;
  }
  const client = await page.context().newCDPSession(page);
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] });
  for (const point of path) await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await client.detach();
}
