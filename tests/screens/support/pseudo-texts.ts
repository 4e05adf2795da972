import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { ROOT } from '@belfry/infra/local/paths';

const ENGLISH = join(ROOT, 'web/src/locales/en');
/** The chunk with the German texts: `/assets/de-BzX1.js`. */
const GERMAN = /\/assets\/de-[\w-]+\.js(?:\?.*)?$/;
const ACCENTS: Record<string, string> = {
  a: 'ä',
  e: 'é',
  i: 'ï',
  o: 'ö',
  u: 'ü',
  A: 'Ä',
  E: 'É',
  I: 'Ï',
  O: 'Ö',
  U: 'Ü',
};
const VOWELS = /[aeiou]/gi;
const GROWTH = 0.4;

/** `⟦Lööüüdspééäákéérs⟧`: 40 % longer, by vowels, so that words grow as they do in German. Placeholders and tags stay. */
export function pseudoText(text: string): string {
  const parts = text.split(/(\{\{\w+\}\}|<\/?\w+\/?>)/);
  const letters = parts.filter((_part, index) => index % 2 === 0).join('');
  const vowels = letters.match(VOWELS)?.length ?? 0;
  const added = Math.ceil(letters.length * GROWTH);
  let done = 0;
  let at = 0;
  const grow = (letter: string): string => {
    at += 1;
    const times = Math.round((added * at) / vowels) - done;
    done += times;
    const accented = ACCENTS[letter] ?? letter;
    return accented + accented.toLowerCase().repeat(times);
  };
  const long = parts.map((part, index) => (index % 2 === 0 ? part.replaceAll(VOWELS, grow) : part)).join('');
  return `⟦${long}${'~'.repeat(added - done)}⟧`;
}

const pseudoTexts = (texts: unknown): unknown =>
  typeof texts === 'object' && texts !== null
    ? Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, pseudoTexts(value)]))
    : pseudoText(String(texts));

/** Pages in German show the English texts as `pseudoText` writes them. */
export async function showPseudoTexts(page: Page): Promise<void> {
  const files = readdirSync(ENGLISH).map((file) => [
    `./de/${file}`,
    pseudoTexts(JSON.parse(readFileSync(join(ENGLISH, file), 'utf8'))),
  ]);
  const body = `export default ${JSON.stringify(Object.fromEntries(files))}`;
  await page.route(GERMAN, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await page.addInitScript(() => {
    if (globalThis.origin !== 'null') localStorage.setItem('language', '"de"');
  });
}

/** Makes the visible labels of a navigation 40 % longer, which stand beside their screens and not among the texts. */
export async function lengthenLabels(navigation: Locator): Promise<void> {
  for (const label of await navigation.locator('a:not([href="/say"]) > span:first-of-type').all())
    await label.evaluate((span, text) => (span.textContent = text), pseudoText((await label.textContent()) ?? ''));
}

/** Texts of the page that are cut: by an ancestor that hides what is beyond it, or by their own button, tab or badge. */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** Lengths are rounded; letters with accents are higher than their line. */
    const [ASIDE, BELOW] = [1.5, 5];
    const isForReaders = (node: HTMLElement): boolean => {
      const { width, height } = node.getBoundingClientRect();
      return (width <= 1 && height <= 1) || getComputedStyle(node).clipPath !== 'none';
    };
    const boxOf = (text: Text): DOMRect => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return range.getBoundingClientRect();
    };
    const faultOf = (text: Text): string | null => {
      const parent = text.parentElement;
      if (!parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return null;
      const box = boxOf(text);
      if (box.width === 0) return null;
      for (let node: HTMLElement | null = parent; node && node !== document.body; node = node.parentElement) {
        if (isForReaders(node)) return null;
        const { overflowX, overflowY, position } = getComputedStyle(node);
        const frame = node.getBoundingClientRect();
        const holds = node.matches('button, [role="tab"], [role="radio"], .mantine-Badge-root');
        const scrollsX = overflowX === 'auto' || overflowX === 'scroll';
        if (!scrollsX && (holds || overflowX !== 'visible') && box.right > frame.right + ASIDE)
          return `beyond the right edge of ${node.tagName} ${node.className}`;
        if (!scrollsX && (holds || overflowX !== 'visible') && box.left < frame.left - ASIDE)
          return `beyond the left edge of ${node.tagName} ${node.className}`;
        if ((overflowY === 'hidden' || overflowY === 'clip') && box.bottom > frame.bottom + BELOW)
          return `below ${node.tagName} ${node.className}`;
        // What scrolls shows the rest, and what is fixed has other ancestors.
        if (scrollsX || overflowY === 'auto' || overflowY === 'scroll' || position === 'fixed') return null;
      }
      return null;
    };
    const faults: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!/[⟦⟧]/.test(text.textContent ?? '')) continue;
      const fault = faultOf(text as Text);
      if (fault !== null) faults.push(`${text.textContent} is ${fault}`);
    }
    return faults;
  });
