import { z } from 'zod';
import { VOLUME_MAX, VOLUME_MIN } from '../../domain/limits.ts';
import { idSchema } from '../../domain/ids.ts';
import { ownerQuerySchema } from '../owner-query.ts';
import { endpoint } from '../endpoint.ts';
import { companyParamsSchema } from '../companies/companies.ts';

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

/** Problems of one list, by node and time. */
export const DAY_PROGRAMME_PROBLEMS_MAX = 100;
export const dayProgrammeProblemSchema = z
  .strictObject({
    company_id: z.int(),
    node: z.string().describe('its name'),
    days: dayWindow.days,
    from: dayWindow.from,
    to: dayWindow.to,
    name: z.string().describe('of the playlist'),
    problem: z.string().describe('why the window plays nothing'),
  })
  .meta({ id: 'DayProgrammeProblem' });
export type DayProgrammeProblem = z.infer<typeof dayProgrammeProblemSchema>;

export const dayProgrammeHttp = {
  read: endpoint({
    method: 'get',
    path: '/schedules/day-programme/{company_id}',
    summary: 'Which playlist or station plays when at a node, with the node from which it inherits',
    params: companyParamsSchema,
    answer: dayProgrammeSchema,
    errors: ['not_found'],
  }),
  problems: endpoint({
    method: 'get',
    path: '/schedules/day-programme-problems',
    summary: 'The windows of day programmes that play nothing, because their playlist is empty',
    description: 'Of the caller. Administrators may name another owner by `user_id`.',
    query: ownerQuerySchema,
    answer: z.array(dayProgrammeProblemSchema),
    errors: ['forbidden', 'user_not_found', 'rate_limited'],
  }),
  change: endpoint({
    method: 'put',
    path: '/schedules/day-programme/{company_id}',
    summary: 'Replace the day programme of a node; without windows it inherits that of the nearest node above',
    params: companyParamsSchema,
    body: dayProgrammeBodySchema,
    answer: dayProgrammeSchema,
    errors: ['not_found', 'forbidden'],
  }),
};
