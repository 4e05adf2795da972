import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const NEXT_RINGS_MAX = 10;

export const nextRingSchema = z
  .strictObject({
    run_id: z.uuid(),
    source: z.enum(['schedule', 'bells']),
    title: z.string().describe('the name of the schedule, or what rings'),
    at: z.iso.datetime().describe('at the first place'),
    time_zone: z.string().nullable().describe('of the first place; null where it is not known'),
    place: z.string().nullable().describe('the name of the place that hears it; null: several do'),
  })
  .meta({ id: 'NextRing' });
export type NextRing = z.infer<typeof nextRingSchema>;

/** What rings next; see HOME-16. */
export const nextRingsHttp = {
  list: endpoint({
    method: 'get',
    path: '/schedules/next',
    summary: 'The next announcements and bells that places of the caller will hear, within seven days, by time',
    description: 'Members learn of the places where they read texts, administrators of all.',
    answer: z.array(nextRingSchema).max(NEXT_RINGS_MAX),
    errors: ['rate_limited'],
  }),
};
