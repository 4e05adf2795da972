export { openGeoReader, type FindPlace, type Place } from './geo-reader.ts';
export { locationRoutes } from './location.routes.ts';
