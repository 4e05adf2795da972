/** Formats numbers and durations; `locale` is the result of `useLocale()`. Times are formatted in `times.ts`. */

import { volumeToDb } from '@belfry/schemas/domain/loudness';

const cached = <K, T>(make: (key: K) => T): ((key: K) => T) => {
  const cache = new Map<K, T>();
  return (key) => {
    let value = cache.get(key);
    if (value === undefined) cache.set(key, (value = make(key)));
    return value;
  };
};

const integers = cached((locale: string) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
const tenths = cached(
  (locale: string) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);
const signed = cached(
  (locale: string) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2, signDisplay: 'exceptZero' }),
);
const percents = cached(
  (locale: string) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
);
const relative = cached((locale: string) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }));
const languages = cached((locale: string) => new Intl.DisplayNames(locale, { type: 'language' }));

const languagesOfCountries = cached(
  (locale: string) => new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' }),
);

/** @param code BCP 47: `en-US` is English (United States); one that is not valid is returned */
export function formatLanguageOfCountry(code: string, locale: string): string {
  try {
    return languagesOfCountries(locale).of(code) ?? code;
  } catch {
    return code;
  }
}
const countries = cached((locale: string) => new Intl.DisplayNames(locale, { type: 'region' }));
/** @param code ISO 3166, in capitals: `DE` is Germany */
export const formatCountry = (code: string, locale: string): string => countries(locale).of(code) ?? code;
/** @param code of a language: `ru` is Russian */
export const formatLanguage = (code: string, locale: string): string => languages(locale).of(code) ?? code;
/** For a line of its own: in Russian languages begin with a small letter. */
export const capitalized = (name: string, locale: string): string =>
  name.slice(0, 1).toLocaleUpperCase(locale) + name.slice(1);
export const formatCount = (value: number, locale: string): string => integers(locale).format(value);
export const formatTenth = (value: number, locale: string): string => tenths(locale).format(value);
/** `+5.5`, `-3`, `0` */
export const formatSigned = (value: number, locale: string): string => signed(locale).format(value);
/** @param value 0–100 */
export const formatPercent = (value: number, locale: string): string => percents(locale).format(value / 100);
/** `-7 dB`; in Russian the unit has Russian letters. */
export const formatDecibels = (value: number, locale: string): string =>
  `${formatSigned(value, locale)} ${locale === 'ru' ? 'дБ' : 'dB'}`;
/** A volume with its level: `80 % · -7 dB`; 0 is silence. @param volume 0–100 */
export const formatVolume = (volume: number, locale: string): string =>
  volume === 0
    ? formatPercent(0, locale)
    : `${formatPercent(volume, locale)} · ${formatDecibels(Math.round(volumeToDb(volume)) || 0, locale)}`;
/** @param value °C */
export const formatCelsius = (value: number, locale: string): string => `${integers(locale).format(value)} °C`;

const SPANS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** "5 min. ago"; below `nowBelowMs` it is "now", so that a live card does not change every second. */
export function formatAgo(at: string | number, now: number, locale: string, nowBelowMs = 10_000): string {
  const past = Math.max(0, now - new Date(at).getTime());
  if (past < nowBelowMs) return relative(locale).format(0, 'second');
  const [unit, size] = SPANS.find(([, span]) => past >= span) ?? SPANS[3];
  return relative(locale).format(-Math.floor(past / size), unit);
}
