import { SPOKEN_TEXT_MAX } from '@belfry/schemas/domain/announcements';
import { DATE_LOCALES, type TextLanguage } from '@belfry/schemas/domain/text-languages';

/** What each place says by itself, in its own zone and language: left as it is in what loudspeakers say. */
const OF_PLACES = new Set(['place', 'time', 'date']);
const NONE: ReadonlySet<string> = new Set();
const VARIABLE = /\{([a-z][a-z0-9_.]{0,39})\}/g;

export type Filled = { text: string; missing: string[] };

/** What was typed may be named a thousand times. */
const WRITTEN_MAX = 16_384;

/** Fills variables in once; what nothing fills is left out and named. @param keeps variables that somebody else fills @param max characters */
function fill(
  text: string,
  values: Readonly<Record<string, string>>,
  { keeps, max }: { keeps: ReadonlySet<string>; max: number },
): Filled {
  const missing = new Set<string>();
  let room = max;
  const filled = text.replaceAll(VARIABLE, (whole, name: string) => {
    if (keeps.has(name)) return whole;
    const value = values[name]?.trim();
    if (!value) missing.add(name);
    const filled = (value ?? '').slice(0, room).toWellFormed();
    room -= filled.length;
    return filled;
  });
  return { text: filled.trim().slice(0, max).toWellFormed(), missing: [...missing] };
}

export const fillSpoken = (text: string, values: Readonly<Record<string, string>>): Filled =>
  fill(text, values, { keeps: OF_PLACES, max: SPOKEN_TEXT_MAX });

export const fillWritten = (text: string, values: Readonly<Record<string, string>>): Filled =>
  fill(text, values, { keeps: NONE, max: WRITTEN_MAX });

/** `time` and `date` at the node, as a reader of this language writes them. */
export function timeValues(at: Date, { zone, lang }: { zone: string; lang: TextLanguage }) {
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(DATE_LOCALES[lang], { timeZone: zone, ...options }).format(at);
  return { time: format({ timeStyle: 'short' }), date: format({ dateStyle: 'long' }) };
}
