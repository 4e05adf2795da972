import type { FindGeoLocation } from './geo-reader.ts';

/** The dependencies of the location lookup. */
export type LocationDeps = { findGeoLocation: FindGeoLocation };
