import type { Locator } from '@playwright/test';

/**
 * Milliseconds from `publish` until `text` stands in this element, as the page itself sees it change. Test and browser
 * share the clock of the machine.
 */
export async function untilShown(element: Locator, text: string, publish: () => Promise<void>): Promise<number> {
  const watch = await element.evaluateHandle((node, text) => {
    const shownAt = new Promise<number>((resolve) => {
      const look = (): void => {
        if (!node.textContent.includes(text)) return;
        observer.disconnect();
        resolve(Date.now());
      };
      const observer = new MutationObserver(look);
      observer.observe(node, { subtree: true, childList: true, characterData: true });
      look();
    });
    return { shownAt };
  }, text);
  const publishedAt = Date.now();
  await publish();
  const shownAt = await watch.evaluate(({ shownAt }) => shownAt);
  await watch.dispose();
  return shownAt - publishedAt;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
