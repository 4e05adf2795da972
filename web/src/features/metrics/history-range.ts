import { HISTORY_DAYS_MAX } from '@belfry/schemas/domain/limits';
import { useAddress } from '../../lib/address.ts';
import { useTranslation } from '../../lib/translation.ts';
import { timesIn } from '../../lib/times.ts';
import { useLocale } from '../../lib/i18n.ts';

/** Ranges that end now, in days. */
const DAYS = { '24h': 1, '7d': 7, '30d': 30, '1y': 365 } as const;
type RelativeRange = keyof typeof DAYS;
export const RELATIVE_RANGES = Object.keys(DAYS) as readonly RelativeRange[];
const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Days (`2026-11-20`), the last one included, in the zone of the viewer. */
export type ChosenDays = { first: string; last: string };
export type HistoryRange = RelativeRange | ChosenDays;

export const isRelative = (range: HistoryRange): range is RelativeRange => typeof range === 'string';

/** Reads the parameter of an address, `7d` or `2026-11-01_2026-11-20`; anything else is the last 24 hours. */
export function parseRange(text: string | null): HistoryRange {
  const relative = RELATIVE_RANGES.find((range) => range === text);
  if (relative) return relative;
  const [first = '', last = '', ...rest] = (text ?? '').split('_');
  return rest.length === 0 && daysProblem({ first, last }) === null ? { first, last } : '24h';
}

type DaysProblem = { field: keyof ChosenDays; text: 'missing' | 'reversed' | 'too_long' };

/** The problem of two dates, with the field that has to change; null where they are a range. */
export function daysProblem({ first, last }: ChosenDays): DaysProblem | null {
  if (!isDay(first)) return { field: 'first', text: 'missing' };
  if (!isDay(last)) return { field: 'last', text: 'missing' };
  if (first > last) return { field: 'last', text: 'reversed' };
  // A day less than the server allows, because a range has an hour more where daylight saving time ends in it.
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  return days < HISTORY_DAYS_MAX ? null : { field: 'first', text: 'too_long' };
}

const isDay = (text: string): boolean => DATE.test(text) && !Number.isNaN(Date.parse(text));

export const rangeText = (range: HistoryRange): string => (isRelative(range) ? range : `${range.first}_${range.last}`);

/** The beginning and end of a range, in ISO 8601. */
export function rangeTimes(range: HistoryRange, now: number, zone: string | undefined): { from: string; to: string } {
  const iso = (ms: number): string => new Date(ms).toISOString();
  if (isRelative(range)) return { from: iso(now - DAYS[range] * DAY_MS), to: iso(now) };
  const dayAfterLast = new Date(Date.parse(range.last) + DAY_MS).toISOString().slice(0, 10);
  return { from: iso(dayStart(range.first, zone)), to: iso(dayStart(dayAfterLast, zone)) };
}

/**
 * When a day begins in a time zone, in milliseconds.
 * @param day `2026-11-20`
 * @param zone IANA name; undefined: that of the browser
 */
export function dayStart(day: string, zone: string | undefined): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The second pass uses the offset at the result, which differs from that at midnight UTC near a change of the clocks.
  const guess = midnight - offsetAt(midnight, zone);
  return midnight - offsetAt(guess, zone);
}

/** Milliseconds that local time is ahead of UTC. */
function offsetAt(at: number, zone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((each) => each.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(at / 1_000) * 1_000;
}

/** Closing the details removes every parameter that begins like this. */
const RANGE = 'details_range';

type RangeAddress = { range: HistoryRange; named: boolean; setRange: (range: HistoryRange) => void };

/** The range of the address, and whether it names one, so that a reload, Back and a shared link show the same. */
export function useRangeAddress(): RangeAddress {
  const [address, setAddress] = useAddress();
  const setRange = (range: HistoryRange): void =>
    setAddress(
      (now) => {
        if (range === '24h') now.delete(RANGE);
        else now.set(RANGE, rangeText(range));
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  return { range: parseRange(address.get(RANGE)), named: address.has(RANGE), setRange };
}

export function useHistoryTitle(): string {
  const { t } = useTranslation('metrics');
  const locale = useLocale();
  const { range } = useRangeAddress();
  if (isRelative(range)) return t(`history.${range}`);
  // A chosen day has no zone, so it is written in the one in which it is parsed.
  const { day } = timesIn(locale, 'UTC');
  return t('history.custom', { first: day(range.first), last: day(range.last) });
}
