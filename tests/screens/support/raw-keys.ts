import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ROOT } from '@belfry/infra/local/paths';
import { letPass } from '@belfry/schemas/testing/clock';

const ENGLISH = join(ROOT, 'web/src/locales/en');
/** The chunk with the Russian texts: `/assets/ru-BzX1.js`. */
const TEXT_CHUNKS = /\/assets\/ru-[\w-]+\.js(?:\?.*)?$/;
/** How much later than all other code the texts arrive. */
const LATE_MS = 400;

const keysIn = (texts: unknown, path: string): string[] =>
  typeof texts === 'object' && texts !== null
    ? Object.entries(texts).flatMap(([key, value]) => keysIn(value, path === '' ? key : `${path}.${key}`))
    : [path.replace(/_(zero|one|two|few|many|other)$/, '')];

/** Every key that is no word of a text by itself, with and without its namespace: `roles.user`, `ui:roles.user`. */
const rawKeys = (): string[] =>
  readdirSync(ENGLISH).flatMap((file) => {
    const keys = keysIn(JSON.parse(readFileSync(join(ENGLISH, file), 'utf8')), '');
    return keys.map((key) => `${file.replace('.json', '')}:${key}`).concat(keys.filter((key) => /[._]/.test(key)));
  });

type LateTexts = {
  /** The keys that the pages showed since the last call. */
  shownKeys: () => string[];
  /** The number of delayed files. */
  delayed: () => number;
};

/** Delays the texts of each page that is opened from now on, and records keys that are shown instead of texts, however shortly. */
export async function delayTexts(page: Page): Promise<LateTexts> {
  const shown = new Set<string>();
  let delayed = 0;
  await page.exposeFunction('reportKey', (key: string) => void shown.add(key));
  await page.addInitScript(watchKeys, rawKeys());
  await page.route(TEXT_CHUNKS, async (route) => {
    delayed += 1;
    await letPass(LATE_MS);
    // The page may have been left meanwhile.
    await route.continue().catch(() => undefined);
  });
  return {
    shownKeys: () => {
      const keys = [...shown].toSorted();
      shown.clear();
      return keys;
    },
    delayed: () => delayed,
  };
}

/** Runs in the page, before its own code. */
function watchKeys(keys: readonly string[]): void {
  const known = new Set(keys);
  const report = (globalThis as unknown as { reportKey: (key: string) => void }).reportKey;
  const look = (text: string | null): void => {
    const trimmed = text?.trim() ?? '';
    if (known.has(trimmed)) report(trimmed);
  };
  const read = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) return look(node.nodeValue);
    if (!(node instanceof Element)) return;
    for (const name of ['aria-label', 'title', 'placeholder']) look(node.getAttribute(name));
    node.childNodes.forEach(read);
  };
  const changes = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      if (target.nodeType === Node.TEXT_NODE || addedNodes.length === 0) read(target);
      addedNodes.forEach(read);
    }
  }).observe(document, changes);
}
