/** The time at an offset from UTC. Shifted manually, because older browsers do not support zones like `+05:30`. */
const MINUTE_MS = 60_000;

const PARTS = {
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  time: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  numericDay: { day: '2-digit', month: '2-digit', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
type Part = keyof typeof PARTS;

const made = new Map<string, Intl.DateTimeFormat>();
function formatter(locale: string, part: Part): Intl.DateTimeFormat {
  const name = `${locale} ${part}`;
  let format = made.get(name);
  if (!format) made.set(name, (format = new Intl.DateTimeFormat(locale, { ...PARTS[part], timeZone: 'UTC' })));
  return format;
}

/**
 * @param now milliseconds since the epoch
 * @param offset minutes east of UTC
 * @param locale `ru` gives the Russian date format: 20.11.2026
 */
export const wallClock = (now: number, offset: number, locale: string) => {
  const there = now + offset * MINUTE_MS;
  return {
    day: formatter(locale, 'day').format(there),
    time: formatter(locale, 'time').format(there),
    numericDay: formatter(locale, 'numericDay').format(there),
  };
};
