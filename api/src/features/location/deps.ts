import type { FindPlace } from './geo-reader.ts';

/** What looking up locations uses. */
export type LocationDeps = { findPlace: FindPlace };
