import { lookupsHttp, type Country, type LookupLanguage } from '@belfry/schemas/http/lookups';
import { z } from 'zod';
import { UNREADABLE_ANSWER } from '../base/unreadable-answer.ts';
import { baseApi } from '../base/base-api.ts';
import { call } from '../base/call.ts';
import { readLookup, writeLookup } from './lookup-cache.ts';
import { countryListSchema } from './lookup-schemas.ts';

/** The continents of the gallery; see TREE-43. */
export const GALLERY_CONTINENTS = ['Europe', 'Asia', 'America', 'Africa', 'Antarctica'] as const;
export type Continent = (typeof GALLERY_CONTINENTS)[number];

type ContinentQuery = { continent: Continent; lang: LookupLanguage };
/** The session's cache: the countries of each continent that was opened. */
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

export const { useGetContinentQuery } = continentsApi;
export const { getContinent } = continentsApi.endpoints;
