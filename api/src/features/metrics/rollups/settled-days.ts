import { METRICS_JOURNAL } from '@belfry/schemas/domain/limits';
import { DAY_MS, floorTo, HOUR_MS } from '../times.ts';

/** How long records of a day may arrive after its end: devices keep them for a day, and the broker while no api takes them. */
export const LATE_MS = METRICS_JOURNAL.maxAgeMs + 2 * HOUR_MS;

/** The end of the newest UTC day of which no more records are expected. */
export const settledUntil = (now: number): number => floorTo(now - LATE_MS, DAY_MS);
