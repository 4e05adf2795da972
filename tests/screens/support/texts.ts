import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@belfry/infra/local/paths';

export type ScreenLanguage = 'en' | 'ru';

/** Looks up the texts of the console: `textsOf('ru', 'teams')('people_of', { name: 'Ada' })`. Throws for a key that is none. */
export function textsOf(language: ScreenLanguage, namespace: string) {
  const texts: unknown = JSON.parse(readFileSync(join(ROOT, 'web/src/locales', language, `${namespace}.json`), 'utf8'));
  return (key: string, values: Record<string, string> = {}): string => {
    const found = key
      .split('.')
      .reduce<unknown>(
        (at, part) => (typeof at === 'object' && at !== null ? Reflect.get(at, part) : undefined),
        texts,
      );
    if (typeof found !== 'string') throw new Error(`${namespace}.json has no text ${key}`);
    return found.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '');
  };
}
