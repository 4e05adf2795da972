import { LRUCache } from 'lru-cache';

const VARIABLE = /\{(place|time|date)\}/g;
const FORMATS = {
  time: { hour: 'numeric', minute: '2-digit' },
  date: { weekday: 'long', day: 'numeric', month: 'long' },
} as const;

/** Creating a formatter takes longer than its use. */
const formatters = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });

type Place = { name: string; time_zone: string };

/**
 * Replaces `{place}`, `{time}` and `{date}` by what they are at an instant in a place, as the language writes it. Each is
 * replaced once, so that a place may be called “{time}”. Other braces stay.
 */
export const fillIn = (text: string, { name, time_zone }: Place, instant: Date, language: string): string =>
  text.replaceAll(VARIABLE, (_, variable: 'place' | 'time' | 'date') =>
    variable === 'place' ? name : formatterOf(variable, language, time_zone).format(instant),
  );

function formatterOf(variable: 'time' | 'date', language: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${variable} ${language} ${timeZone}`;
  const known = formatters.get(key);
  if (known) return known;
  const created = create(FORMATS[variable], language, timeZone);
  formatters.set(key, created);
  return created;
}

/** A language or zone that Intl does not know must not prevent the announcement. */
function create(format: Intl.DateTimeFormatOptions, language: string, timeZone: string): Intl.DateTimeFormat {
  for (const attempt of [
    [language, timeZone],
    ['en', timeZone],
  ] as const) {
    try {
      return new Intl.DateTimeFormat(attempt[0], { ...format, timeZone: attempt[1] });
    } catch {
      // The next one.
    }
  }
  return new Intl.DateTimeFormat('en', { ...format, timeZone: 'UTC' });
}
