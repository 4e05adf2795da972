import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { stopAnimations } from './animations.ts';

type Check = {
  /** A CSS selector of the part of the page that is checked. */
  within?: string;
  /** These rules only. */
  rules?: readonly string[] | null;
  /** Named in the failure. */
  what?: string;
};

/** Expects that axe finds no violation in the page, or in a part of it. */
export async function expectAccessible(page: Page, { within, rules = null, what = 'axe' }: Check = {}): Promise<void> {
  await stopAnimations(page);
  // The library evaluates the source of axe, more than 500 kB, twice for each check. A page that has it already gets an empty statement.
  const present = await page.evaluate(() => 'axe' in globalThis);
  // All rules run; the elements of rules that pass are not reported, which halves the processor time.
  const axe = new AxeBuilder(present ? { page, axeSource: ';' } : { page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  if (within !== undefined) axe.include(within);
  if (rules) axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(found, what).toEqual([]);
}
