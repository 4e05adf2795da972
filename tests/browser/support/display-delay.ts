import type { Locator } from '@playwright/test';

/**
 * Milliseconds from the call of `publish` until `text` is in the element, observed inside the page. Test and browser
 * share the system clock.
 */
export async function measureDisplayDelay(
  element: Locator,
  text: string,
  publish: () => Promise<void>,
): Promise<number> {
  const observed = await element.evaluateHandle((node, text) => {
    const shownAt = new Promise<number>((resolve) => {
      const check = (): void => {
        if (!node.textContent.includes(text)) return;
        observer.disconnect();
        resolve(Date.now());
      };
      const observer = new MutationObserver(check);
      observer.observe(node, { subtree: true, childList: true, characterData: true });
      check();
    });
    return { shownAt };
  }, text);
  const publishedAt = Date.now();
  await publish();
  const shownAt = await observed.evaluate(({ shownAt }) => shownAt);
  await observed.dispose();
  return shownAt - publishedAt;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
