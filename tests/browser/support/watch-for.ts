import { expect, type Locator, type Page } from '@playwright/test';

type Watched = {
  /** A CSS selector of elements in it; by default it is the element itself. */
  selector?: string;
  text?: string | RegExp;
};

/**
 * Watches for what an element shows for seconds only, such as a toast. The page itself records it, since this process may be held
 * up for longer than it is shown. Call this before what leads to it.
 * @returns expects that it was visible since then
 */
export async function watchFor(within: Locator, { selector = '', text = '' }: Watched): Promise<() => Promise<void>> {
  const pattern =
    typeof text === 'string'
      ? { literal: text, source: '', flags: '' }
      : { literal: '', source: text.source, flags: text.flags };
  const watch = await within.evaluateHandle(
    (root, { selector, literal, source, flags }) => {
      const watch = { seen: false };
      const fits = (element: Element): boolean =>
        element.checkVisibility() &&
        element.textContent.includes(literal) &&
        new RegExp(source, flags).test(element.textContent);
      const observer = new MutationObserver(() => {
        const found = selector === '' ? [root] : [...root.querySelectorAll(selector)];
        if (!found.some(fits)) return;
        watch.seen = true;
        observer.disconnect();
      });
      observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
      return watch;
    },
    { selector, ...pattern },
  );
  return () =>
    expect.poll(() => watch.evaluate(({ seen }) => seen), `${selector} ${String(text)} was visible`).toBe(true);
}

/** Watches for a toast or a banner: a message of the page, in a live region; by default of either role. */
export const watchForMessage = (
  page: Page,
  text: string | RegExp,
  role?: 'status' | 'alert',
): Promise<() => Promise<void>> =>
  watchFor(page.locator('body'), { selector: role ? `[role=${role}]` : '[role=status], [role=alert]', text });
