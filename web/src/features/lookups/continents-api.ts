import type { TextLanguage } from '@belfry/schemas/domain/text-languages';
import { lookupsHttp, type Country } from '@belfry/schemas/http/lookups';
import { z } from 'zod';
import { UNREADABLE_ANSWER } from '../../lib/api/api-error.ts';
import { baseApi } from '../../lib/api/base-api.ts';
import { call } from '../../lib/api/call.ts';
import { readLookup, writeLookup, countryListSchema, useCountries, type Lookup } from './lookups-api.ts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useLocale } from '../../lib/i18n.ts';
import { useDispatch } from 'react-redux';
import type { ApiDispatch } from '../../lib/api/refetch-now.ts';

/** The continents of the gallery; see TREE-43. */
export const GALLERY_CONTINENTS = ['Europe', 'Asia', 'America', 'Africa', 'Antarctica'] as const;
export type Continent = (typeof GALLERY_CONTINENTS)[number];

type ContinentQuery = { continent: Continent; lang: TextLanguage };
const keptSchema = z.record(z.string(), countryListSchema);

const continentsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** From session storage, else from the server, once per session. */
    getContinent: build.query<Country[], ContinentQuery>({
      async queryFn({ continent, lang }, _api, _options, ask) {
        const cached = readLookup('continents', lang, keptSchema)?.[continent];
        if (cached) return { data: cached };
        const { data: answer, error } = await ask(call(lookupsHttp.countriesOfContinent).query({ continent, lang }));
        if (error) return { error };
        const { data } = countryListSchema.safeParse(answer);
        if (!data) return { error: UNREADABLE_ANSWER };
        writeLookup('continents', lang, { ...readLookup('continents', lang, keptSchema), [continent]: data });
        return { data };
      },
    }),
  }),
});

const { useGetContinentQuery } = continentsApi;
export const { getContinent } = continentsApi.endpoints;

const continentOf = (text: string): Continent | undefined => GALLERY_CONTINENTS.find((each) => each === text);

export function useCountriesOf(continent: string): Lookup<Country> {
  const lang = useLocale();
  const all = useCountries();
  const code = continentOf(continent);
  const { currentData, isFetching } = useGetContinentQuery(code ? { continent: code, lang } : skipToken);
  if (!code) return all;
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
