import type { Page } from '@playwright/test';
import { CARD } from './console.ts';

const TIMEOUT_MS = 10_000;

/**
 * Carries out `act`, which changes the list of devices, and measures in the page the time from the user's event (click or
 * change) to the frame that shows other devices. Unit: ms.
 */
export async function measureListChange(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(recordListChange, CARD);
  await act();
  const latency = await page.waitForFunction(() => window.listChange, undefined, { timeout: TIMEOUT_MS });
  return Number(await latency.jsonValue());
}

declare global {
  interface Window {
    /** Milliseconds of the last change of the list, once it is on screen. */
    listChange: number | undefined;
  }
}

function recordListChange(card: string): void {
  window.listChange = undefined;
  const shown = (): string =>
    [...document.querySelectorAll(card)].map((element) => element.getAttribute('aria-label')).join();
  const before = shown();
  let begun = 0;
  const begin = (): void => {
    begun ||= performance.now();
  };
  for (const type of ['click', 'change']) window.addEventListener(type, begin, { capture: true, once: true });
  const check = (): void => {
    const now = shown();
    if (begun > 0 && now !== before && now !== '') window.listChange = performance.now() - begun;
    else requestAnimationFrame(check);
  };
  check();
}
