import { z } from 'zod';

/** Degrees of WGS 84: north and east are positive. */
export const LATITUDE_MAX = 90;
export const LONGITUDE_MAX = 180;

export const coordinatesSchema = z
  .strictObject({
    latitude: z.number().min(-LATITUDE_MAX).max(LATITUDE_MAX).describe('degrees north'),
    longitude: z.number().min(-LONGITUDE_MAX).max(LONGITUDE_MAX).describe('degrees east'),
  })
  .meta({ id: 'Coordinates' });
export type Coordinates = z.infer<typeof coordinatesSchema>;
