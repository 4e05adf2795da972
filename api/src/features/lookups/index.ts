// Countries, zones, languages, where an address is.
import { locationRoutes } from './location.ts';
import { namesRoutes } from './lookups.routes.ts';

export { countriesNamed, countryName, countryOfText, isCountry, languageOfCountry } from './countries.ts';
export { chooseZone } from './time-zones.ts';
export { describeLanguages, isLanguage, languagesIn, languagesNamed } from './languages.ts';
export { type FindGeoLocation, type GeoLocation, openGeoReader, preferredLanguage } from './location.ts';

export const lookupsRoutes = [...namesRoutes, ...locationRoutes];
