import {
  continentParamsSchema,
  countryLanguageSchema,
  countryOffsetSchema,
  countryParamsSchema,
  countrySchema,
  languageSchema,
  lookupQuerySchema,
  phoneCodeSchema,
  utcZoneSchema,
} from '@belfry/schemas/http/lookups';
import { z } from 'zod';
import { notFound } from '../../errors.ts';
import { routeWith, type Route } from '../../http/routes/route.ts';
import { countriesIn, countriesOfContinent, phoneCodesIn } from './countries.ts';
import { languagesIn } from './languages.ts';
import { readCountryLanguage, readCountryOffset, zonesIn } from './lookups.service.ts';

const route = routeWith<unknown>();

/** Public, since the registration form needs them; see LOOKUP-1. */
export const lookupsRoutes: Route[] = [
  route(
    {
      method: 'get',
      path: '/auth/languages',
      summary: 'Languages that users can choose',
      access: 'public',
      query: lookupQuerySchema,
      answer: z.array(languageSchema),
    },
    ({ query }) => languagesIn(query.lang),
  ),
  route(
    {
      method: 'get',
      path: '/admin/countries',
      summary: 'Countries',
      access: 'public',
      query: lookupQuerySchema,
      answer: z.array(countrySchema),
    },
    ({ query }) => countriesIn(query.lang),
  ),
  route(
    {
      method: 'get',
      path: '/admin/countries/phone-codes',
      summary: 'Countries with their dial codes',
      access: 'public',
      query: lookupQuerySchema,
      answer: z.array(phoneCodeSchema),
    },
    ({ query }) => phoneCodesIn(query.lang),
  ),
  route(
    {
      method: 'get',
      path: '/admin/countries/UTCzones',
      summary: 'Time zones with their current offsets, from west to east',
      access: 'public',
      query: lookupQuerySchema,
      answer: z.array(utcZoneSchema),
    },
    ({ query }) => zonesIn(query.lang),
  ),
  route(
    {
      method: 'get',
      path: '/admin/countries/utc-offset/{countryCode}',
      summary: 'The current offset of a country’s capital',
      access: 'public',
      params: countryParamsSchema,
      answer: countryOffsetSchema,
      errors: ['not_found'],
    },
    ({ params }) => readCountryOffset(params.countryCode),
  ),
  route(
    {
      method: 'get',
      path: '/admin/countries/language/{countryCode}',
      summary: 'The first official language of a country',
      access: 'public',
      params: countryParamsSchema,
      answer: countryLanguageSchema,
      errors: ['not_found'],
    },
    ({ params }) => readCountryLanguage(params.countryCode),
  ),
  route(
    {
      method: 'get',
      path: '/admin/countries/continent/{continent}',
      summary: 'Countries of a continent',
      description: 'By its name (Europe, Asia, America, Africa, Australia, Antarctica) or its code (EU).',
      access: 'public',
      params: continentParamsSchema,
      query: lookupQuerySchema,
      answer: z.array(countrySchema),
      errors: ['not_found'],
    },
    ({ params, query }) => {
      const found = countriesOfContinent(params.continent, query.lang);
      if (!found) throw notFound('There is no such continent');
      return found;
    },
  ),
];
