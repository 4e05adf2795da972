// Countries, zones, languages, where an address is.
export { countriesNamed, countryName, isCountry } from './countries.ts';
export { chooseZone } from './time-zones.ts';
export { describeLanguages, isLanguage, languagesIn, languagesNamed } from './languages.ts';
export { type FindGeoLocation, type GeoLocation, locationRoutes, openGeoReader } from './location.ts';
export { lookupsRoutes } from './lookups.routes.ts';
