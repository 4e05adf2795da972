import type { Page } from '@playwright/test';
import type { Belfry } from '../belfry.ts';
import { launchBrowser, openAsRoot } from './console.ts';

const TREE_TIMEOUT_MS = 30_000;
/** px of each frame: a row and a third, as quick as a wheel is turned. */
const SCROLL_STEP_PX = 48;

export interface TreePage {
  /** Adds an element below the main company. @returns ms from the server's answer until its row is painted */
  add(name: string): Promise<number>;
  /** Scrolls down through the tree for so many frames. @returns frames per second */
  scroll(frames: number): Promise<number>;
  close(): Promise<void>;
}

/** Opens the tree of a company in a browser as the root account. */
export async function openTreePage(belfry: Belfry, company: number): Promise<TreePage> {
  const browser = await launchBrowser();
  const page = await openAsRoot(browser, belfry, `/navigation?company=${company}`);
  const rows = page.locator('[role="tree"] [role="treeitem"]');
  await rows.first().waitFor({ timeout: TREE_TIMEOUT_MS });
  return {
    add: (name) => addElement(page, name),
    scroll: (frames) => page.evaluate(scrollTree, { frames, step: SCROLL_STEP_PX }),
    close: () => browser.close(),
  };
}

async function addElement(page: Page, name: string): Promise<number> {
  const first = page.locator('[role="tree"] [role="treeitem"]').first();
  await first.hover();
  await first.getByRole('button', { name: /^Add/ }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: /^Name/ }).fill(name);
  const painted = page.evaluate(untilPainted, name);
  await form.getByRole('button', { name: 'Add New' }).click();
  const ms = await painted;
  await form.waitFor({ state: 'hidden' });
  // The tree reloads and scrolls to the node afterwards.
  await page.locator(`[role="treeitem"][data-highlighted][aria-label^="${name},"]`).waitFor();
  return ms;
}

/** In the page: ms from the answer to POST /company/add until the row of the node has been painted. */
function untilPainted(name: string): Promise<number> {
  const answered = (): number =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.endsWith('/company/add'))
      .reduce((last, entry) => Math.max(last, (entry as PerformanceResourceTiming).responseEnd), 0);
  const before = answered();
  return new Promise((resolve) => {
    const look = (): void => {
      const row = document.querySelector(`[role="treeitem"][aria-label^="${name},"]`);
      const box = row?.closest('[role="tree"]')?.getBoundingClientRect();
      const place = row?.getBoundingClientRect();
      const visible = box && place && place.top >= box.top - 1 && place.bottom <= box.bottom + 1;
      if (visible && answered() > before) resolve(performance.now() - answered());
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** In the page: frames per second while the tree is scrolled by a step in each. */
function scrollTree({ frames, step }: { frames: number; step: number }): Promise<number> {
  const box = document.querySelector('[role="tree"]') as HTMLElement;
  box.scrollTop = 0;
  return new Promise((resolve) => {
    let left = frames;
    let begun = 0;
    const next = (now: number): void => {
      begun ||= now;
      if (left === 0) return resolve((frames * 1_000) / (now - begun));
      left -= 1;
      box.scrollTop += step;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}
