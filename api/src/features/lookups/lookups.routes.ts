import { lookupsHttp } from '@belfry/schemas/http/lookups';
import { notFound } from '../../errors.ts';
import { type Route, serveWith } from '../../http/routes/route.ts';
import { countriesIn, countriesOfContinent, phoneCodesIn } from './countries.ts';
import { languagesIn } from './languages.ts';
import { readCountryLanguage, readCountryOffset, zonesIn } from './lookups.service.ts';

const serve = serveWith<unknown>();

/** Public, since the registration form needs them; see LOOKUP-1. */
export const lookupsRoutes: Route[] = [
  serve(lookupsHttp.languages, { access: 'public' }, ({ query }) => languagesIn(query.lang)),
  serve(lookupsHttp.countries, { access: 'public' }, ({ query }) => countriesIn(query.lang)),
  serve(lookupsHttp.phoneCodes, { access: 'public' }, ({ query }) => phoneCodesIn(query.lang)),
  serve(lookupsHttp.zones, { access: 'public' }, ({ query }) => zonesIn(query.lang)),
  serve(lookupsHttp.countryOffset, { access: 'public' }, ({ params }) => readCountryOffset(params.countryCode)),
  serve(lookupsHttp.countryLanguage, { access: 'public' }, ({ params }) => readCountryLanguage(params.countryCode)),
  serve(lookupsHttp.countriesOfContinent, { access: 'public' }, ({ params, query }) => {
    const found = countriesOfContinent(params.continent, query.lang);
    if (!found) throw notFound('There is no such continent');
    return found;
  }),
];
