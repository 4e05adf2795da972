import { z } from 'zod';
import { VOLUME_MAX, VOLUME_MIN } from '../../domain/limits.ts';
import { idSchema } from '../../domain/ids.ts';

const dayWindow = {
  days: z.array(z.int().min(1).max(7)).min(1).max(7).describe('1 is Monday'),
  from: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  to: z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/),
  playlist_id: idSchema.nullable(),
  station_id: idSchema.nullable(),
  volume: z.int().min(VOLUME_MIN).max(VOLUME_MAX).nullable(),
};
/** One window of the day programme of a node; a node without windows inherits those of the nearest node above. */
export const dayWindowSchema = z
  .strictObject({ ...dayWindow, volume: dayWindow.volume.default(null) })
  .refine(({ playlist_id, station_id }) => (playlist_id === null) !== (station_id === null), 'A playlist or a station')
  .meta({ id: 'DayWindow' });
/** A window in answers, where nothing is absent. */
const storedDayWindowSchema = z.strictObject(dayWindow).meta({ id: 'StoredDayWindow' });
export const dayProgrammeSchema = z
  .strictObject({
    company_id: z.int(),
    source_company_id: z.int().nullable().describe('the node whose windows these are'),
    windows: z.array(storedDayWindowSchema).max(100),
  })
  .meta({ id: 'DayProgramme' });
export type DayProgramme = z.infer<typeof dayProgrammeSchema>;
export const dayProgrammeBodySchema = z
  .strictObject({ windows: z.array(dayWindowSchema).max(100) })
  .meta({ id: 'DayProgrammeBody' });
