import { formatUtcOffset, offsetOfZone } from '@belfry/schemas/domain/utc-offset';
import { lookupsHttp } from '@belfry/schemas/http/lookups';
import { notFound } from '../../errors.ts';
import { serveWith } from '../../http/routes/route.ts';
import { countriesIn, countriesOfContinent, isCountry, languageOfCountry, phoneCodesIn } from './countries.ts';
import { languagesIn } from './languages.ts';
import { hourly, listZones, zonesOfCountry } from './time-zones.ts';

const zonesIn = hourly(listZones);

function readCountryOffset(countryCode: string) {
  const country_code = toCountryCode(countryCode);
  const time_zones = zonesOfCountry(country_code);
  const [time_zone] = time_zones;
  if (time_zone === undefined) throw notFound('No time zone is known for this country');
  const offset = offsetOfZone(time_zone, new Date());
  return { country_code, utc_offset: formatUtcOffset(offset), offset, time_zone, time_zones };
}

function readCountryLanguage(countryCode: string) {
  const country_code = toCountryCode(countryCode);
  const lang = languageOfCountry(country_code);
  return { country_code, lang, language: lang };
}

function toCountryCode(countryCode: string) {
  const code = countryCode.toUpperCase();
  if (!isCountry(code)) throw notFound('There is no country with this code');
  return code;
}

const serve = serveWith<unknown>();

/** Public, since the registration form needs them; see LOOKUP-1. */
export const namesRoutes = [
  serve(lookupsHttp.languages, { access: 'public' }, ({ query }) => languagesIn(query.lang)),
  serve(lookupsHttp.countries, { access: 'public' }, ({ query }) => countriesIn(query.lang)),
  serve(lookupsHttp.phoneCodes, { access: 'public' }, ({ query }) => phoneCodesIn(query.lang)),
  serve(lookupsHttp.zones, { access: 'public' }, ({ query }) => zonesIn(query.lang)),
  serve(lookupsHttp.countryOffset, { access: 'public' }, ({ params }) => readCountryOffset(params.countryCode)),
  serve(lookupsHttp.countryLanguage, { access: 'public' }, ({ params }) => readCountryLanguage(params.countryCode)),
  serve(lookupsHttp.countriesOfContinent, { access: 'public' }, ({ params, query }) => {
    const countries = countriesOfContinent(params.continent, query.lang);
    if (!countries) throw notFound('There is no such continent');
    return countries;
  }),
];
