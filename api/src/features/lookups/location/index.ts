export { openGeoReader, type FindGeoLocation, type GeoLocation } from './geo-reader.ts';
export { locationRoutes } from './location.routes.ts';
