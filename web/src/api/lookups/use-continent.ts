import { skipToken } from '@reduxjs/toolkit/query';
import type { Country } from '@belfry/schemas/http/lookups';
import { useLocale } from '../../lib/i18n.ts';
import { GALLERY_CONTINENTS, useGetContinentQuery, type Continent } from './continents-api.ts';
import { useCountries, type Lookup } from './use-lookups.ts';

const continentOf = (text: string): Continent | undefined => GALLERY_CONTINENTS.find((each) => each === text);

/** The countries of a continent; all of them for none, and where the list cannot be read. */
export function useCountriesOf(continent: string): Lookup<Country> {
  const lang = useLocale();
  const all = useCountries();
  const known = continentOf(continent);
  const { currentData, isFetching } = useGetContinentQuery(known ? { continent: known, lang } : skipToken);
  if (!known) return all;
  return { list: currentData ?? (isFetching ? [] : all.list), isLoading: isFetching };
}
