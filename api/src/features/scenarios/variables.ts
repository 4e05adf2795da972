import { DATE_LOCALES, type TextLanguage } from '@belfry/schemas/domain/text-languages';

/** What each place says by itself, in its own zone and language: left as it is in what loudspeakers say. */
const OF_PLACES = new Set(['place', 'time', 'date']);
const VARIABLE = /\{([a-z][a-z0-9_.]{0,39})\}/g;

export type Filled = { text: string; missing: string[] };

/** Fills variables in once; what nothing fills is left out and named. @param keeps variables that somebody else fills */
function fill(text: string, values: Readonly<Record<string, string>>, keeps: ReadonlySet<string>): Filled {
  const missing = new Set<string>();
  const filled = text.replaceAll(VARIABLE, (whole, name: string) => {
    if (keeps.has(name)) return whole;
    const value = values[name]?.trim();
    if (value) return value;
    missing.add(name);
    return '';
  });
  return { text: filled.trim(), missing: [...missing] };
}

export const fillSpoken = (text: string, values: Readonly<Record<string, string>>): Filled =>
  fill(text, values, OF_PLACES);

export const fillWritten = (text: string, values: Readonly<Record<string, string>>): Filled =>
  fill(text, values, new Set());

/** `time` and `date` at the node, as a reader of this language writes them. */
export function timeValues(at: Date, { zone, lang }: { zone: string; lang: TextLanguage }) {
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(DATE_LOCALES[lang], { timeZone: zone, ...options }).format(at);
  return { time: format({ timeStyle: 'short' }), date: format({ dateStyle: 'long' }) };
}

/** The variables that texts name. */
export const variablesIn = (text: string): string[] => Array.from(text.matchAll(VARIABLE), ([, name = '']) => name);
