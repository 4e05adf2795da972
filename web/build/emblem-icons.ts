import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { CONTINENT_EMBLEMS } from '../src/ui/emblems/emblem.ts';
import { EMBLEMS } from '../src/ui/emblems/emblems.ts';

const MODULE = 'virtual:emblem-icons';
const RESOLVED = `\0${MODULE}`;
const ICONS = dirname(createRequire(import.meta.url).resolve('@iconify-json/fluent-emoji-flat/package.json'));
const CACHE = join(import.meta.dirname, '../node_modules/.cache/emblems');

type IconSet = { icons: Record<string, { body: string }>; width: number; height: number };

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(ICONS, file), 'utf8'));

/** Code points in hexadecimal, without the variation selector that asks for a colourful character. */
const codesOf = (emoji: string): string =>
  Array.from(emoji, (sign) => sign.codePointAt(0)?.toString(16) ?? '')
    .filter((code) => code !== 'fe0f')
    .join('-');

/** Writes the icon of each emoji as a file. @returns the path of each. @throws for an emoji without an icon. */
function writeIcons(emojis: readonly string[]): Map<string, string> {
  const names = readJson('chars.json') as Record<string, string>;
  const { icons, width, height } = readJson('icons.json') as IconSet;
  mkdirSync(CACHE, { recursive: true });
  return new Map(
    emojis.map((emoji) => {
      const codes = codesOf(emoji);
      const body = icons[names[codes] ?? '']?.body;
      if (body === undefined) throw new Error(`The icon package has no ${emoji} (${codes})`);
      const path = join(CACHE, `${codes}.svg`);
      writeFileSync(path, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>\n`);
      return [emoji, path];
    }),
  );
}

/**
 * `import urls from 'virtual:emblem-icons'`: the address of the icon of each emblem. Each is a small file of its own, which
 * a browser loads where it is shown. Systems without a colourful emoji font would show empty boxes; see TREE-52.
 */
export function emblemIcons(): Plugin {
  return {
    name: 'emblem-icons',
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined;
      const icons = [...writeIcons([...EMBLEMS.map(({ emoji }) => emoji), ...Object.values(CONTINENT_EMBLEMS)])];
      const imports = icons.map(([, path], index) => `import icon${index} from ${JSON.stringify(`${path}?url`)};`);
      const entries = icons.map(([emoji], index) => `${JSON.stringify(emoji)}: icon${index}`);
      return `${imports.join('\n')}\nexport default { ${entries.join(', ')} };`;
    },
  };
}
