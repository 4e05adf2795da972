import type { FindPlace } from './geo-reader.ts';

/** The dependencies of the location lookup. */
export type LocationDeps = { findPlace: FindPlace };
