import { z } from 'zod';

/** Wall-clock time in the zone of each place, without an offset. */
export const localTimeSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'A local time looks like 2026-11-23T08:00');
export const localDateSchema = z.iso.date();
