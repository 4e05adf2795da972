import { skipToken } from '@reduxjs/toolkit/query';
import type { Country } from '@belfry/schemas/http/lookups';
import { useLocale } from '../../lib/i18n.ts';
import { useDispatch } from 'react-redux';
import type { ApiDispatch } from '../base/refetch-now.ts';
import { GALLERY_CONTINENTS, getContinent, useGetContinentQuery, type Continent } from './continents-api.ts';
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

/**
 * Finds the continent of a country by its code: the first one of the gallery that has it. Undefined for a country of another
 * continent, and where the lists cannot be read.
 */
export function useFindContinent(): (code: string) => Promise<Continent | undefined> {
  const lang = useLocale();
  const dispatch = useDispatch<ApiDispatch>();
  return async (code) => {
    const lists = await Promise.all(
      GALLERY_CONTINENTS.map(async (continent) => {
        const { data } = await dispatch(getContinent.initiate({ continent, lang }, { subscribe: false }));
        return { continent, countries: data ?? [] };
      }),
    );
    return lists.find(({ countries }) => countries.some((country) => country.code === code))?.continent;
  };
}
