import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const MODULE = 'virtual:inter.css';
const RESOLVED = `\0${MODULE}`;
const FONTS = join(dirname(createRequire(import.meta.url).resolve('@fontsource-variable/inter/package.json')), 'files');
const CACHE = join(import.meta.dirname, '../node_modules/.cache/inter');

/** The weights and OpenType features that the style sheets use. */
const WEIGHTS = { min: 400, max: 700 };
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'cv05', 'ss03'];

type Range = readonly [first: number, last: number];
/** Printable ASCII, and the marks that our texts use beside it: all that most pages in English need. */
const BASIC: Range[] = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xb7, 0xb7],
  [0xd7, 0xd7],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x20ac, 0x20ac],
  [0x2212, 0x2212],
];

/** A browser loads the files whose characters are on the page; where ranges overlap, the later rule is asked first. */
const FACES: { name: string; file: string; ranges: Range[] }[] = [
  { name: 'latin-ext', file: 'inter-latin-ext-wght-normal.woff2', ranges: rangesOf('latin-ext') },
  { name: 'greek', file: 'inter-greek-wght-normal.woff2', ranges: rangesOf('greek') },
  { name: 'cyrillic-ext', file: 'inter-cyrillic-ext-wght-normal.woff2', ranges: rangesOf('cyrillic-ext') },
  { name: 'cyrillic', file: 'inter-cyrillic-wght-normal.woff2', ranges: rangesOf('cyrillic') },
  { name: 'vietnamese', file: 'inter-vietnamese-wght-normal.woff2', ranges: rangesOf('vietnamese') },
  { name: 'latin', file: 'inter-latin-wght-normal.woff2', ranges: rangesOf('latin') },
  { name: 'basic', file: 'inter-latin-wght-normal.woff2', ranges: BASIC },
];

/** The unicode-range that the package gives a subset. */
function rangesOf(subset: string): Range[] {
  const unicode: unknown = JSON.parse(readFileSync(join(FONTS, '../unicode.json'), 'utf8'));
  const text = (unicode as Record<string, string>)[subset];
  if (text === undefined) throw new Error(`Inter has no subset ${subset}`);
  return text.split(',').map((part): Range => {
    const [first = '', last = first] = part.trim().replace('U+', '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

const hex = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0');
const unicodeRange = (ranges: readonly Range[]): string =>
  ranges.map(([first, last]) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ''}`).join(', ');
const charactersOf = (ranges: readonly Range[]): string =>
  ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)))
    .join('');

/** The path of a font cut down to these characters, our weights and features; made once for the same input. */
async function cutFont(file: string, ranges: readonly Range[]): Promise<string> {
  const source = readFileSync(join(FONTS, file));
  const wanted = JSON.stringify([ranges, WEIGHTS, FEATURES]);
  const path = join(CACHE, `${createHash('sha256').update(source).update(wanted).digest('hex').slice(0, 16)}.woff2`);
  if (existsSync(path)) return path;
  mkdirSync(CACHE, { recursive: true });
  const options = { targetFormat: 'woff2', variationAxes: { wght: WEIGHTS }, keepFeatures: FEATURES } as const;
  writeFileSync(path, await subsetFont(source, charactersOf(ranges), options));
  return path;
}

/** `import 'virtual:inter.css'`: Inter as small files, so that the first load does not carry what it does not show. */
export function interFonts(): Plugin {
  return {
    name: 'inter-fonts',
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return undefined;
      const rules = await Promise.all(
        FACES.map(async ({ name, file, ranges }) => {
          const path = await cutFont(file, ranges);
          return [
            `/* ${name} */`,
            '@font-face {',
            "  font-family: 'Inter Variable';",
            '  font-style: normal;',
            '  font-display: swap;',
            `  font-weight: ${WEIGHTS.min} ${WEIGHTS.max};`,
            `  src: url(${path}) format('woff2-variations');`,
            `  unicode-range: ${unicodeRange(ranges)};`,
            '}',
          ].join('\n');
        }),
      );
      return rules.join('\n');
    },
  };
}
