import type { Country, Language, LookupLanguage, PhoneCode, UtcZone } from '@belfry/schemas/http/lookups';
import { useLocale } from '../../lib/i18n.ts';
import {
  fallbackCountries,
  fallbackLanguages,
  fallbackPhoneCodes,
  fallbackTimeZones,
} from '../../lib/lookups/fallbacks.ts';
import {
  useGetAccountLanguagesQuery,
  useGetCountriesQuery,
  useGetLanguagesQuery,
  useGetPhoneCodesQuery,
  useGetTimeZonesQuery,
} from './lookups-api.ts';

/** A list in the language of the page; the fallback until it is loaded, and where it cannot be read. */
export type Lookup<T> = { list: T[]; isLoading: boolean };
type Fallback<T> = (lang: LookupLanguage) => T[];

export function useCountries(fallback: Fallback<Country> = fallbackCountries): Lookup<Country> {
  const lang = useLocale();
  const { data, isLoading } = useGetCountriesQuery(lang);
  return { list: data ?? fallback(lang), isLoading };
}

/** The choices of registration. */
export function useLanguages(fallback: Fallback<Language> = fallbackLanguages): Lookup<Language> {
  const lang = useLocale();
  const { data, isLoading } = useGetLanguagesQuery(lang);
  return { list: data ?? fallback(lang), isLoading };
}

/** The choices of the profile. */
export function useAccountLanguages(): Lookup<Language> {
  const lang = useLocale();
  const { data, isLoading } = useGetAccountLanguagesQuery(lang);
  return { list: data ?? fallbackLanguages(lang), isLoading };
}

export function usePhoneCodes(): Lookup<PhoneCode> {
  const lang = useLocale();
  const { data, isLoading } = useGetPhoneCodesQuery(lang);
  return { list: data ?? fallbackPhoneCodes(lang), isLoading };
}

export function useTimeZones(): Lookup<UtcZone> {
  const { data, isLoading } = useGetTimeZonesQuery(useLocale());
  return { list: data ?? fallbackTimeZones(), isLoading };
}
