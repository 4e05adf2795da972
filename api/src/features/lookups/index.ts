// Countries, zones, languages, where an address is.
export { countriesNamed, countryName, isCountry, phoneCodeOf } from './countries.ts';
export { describeLanguages, isLanguage, languagesIn, languagesNamed } from './languages.ts';
export { lookupsRoutes } from './lookups.routes.ts';
export { chooseZone, zonesOfCountry } from './time-zones.ts';
