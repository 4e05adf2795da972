import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Regions in one answer, the worst first. */
export const REGIONS_MAX = 50;

const counts = {
  places: z.int().describe('those with a loudspeaker'),
  all_right: z
    .int()
    .describe('of these, those where all loudspeakers are online and no alarm is open, taken by somebody or not'),
  loudspeakers: z.int(),
  online: z.int(),
};

export const homeSchema = z
  .strictObject({
    ...counts,
    worst: z
      .strictObject({ company_id: z.int(), name: z.string() })
      .nullable()
      .describe('the place that is not all right where only one is not'),
    only: z
      .int()
      .nullable()
      .describe(
        'the one place of the caller: the only one with loudspeakers, or the one below which all are; null: several, or none',
      ),
  })
  .meta({ id: 'Home' });
export type Home = z.infer<typeof homeSchema>;

export const regionSchema = z
  .strictObject({
    company_id: z.int(),
    name: z.string(),
    ...counts,
    expected: z.int().describe('loudspeakers that were to hear something since `since`, each time counted'),
    heard: z.int().describe('of these'),
    sent: z.int().describe('of these, to network speakers, which do not say whether it was heard'),
    other_voices: z.int().describe('of both, by a voice of another language than that of the text'),
    next: z.strictObject({ title: z.string(), at: z.iso.datetime() }).nullable().describe('within seven days'),
  })
  .meta({ id: 'Region' });
export type Region = z.infer<typeof regionSchema>;

/** How the places of the caller are; see HOME-14. */
export const homeHttp = {
  head: endpoint({
    method: 'get',
    path: '/home',
    summary: 'How many places of the caller are all right',
    answer: homeSchema,
    errors: ['rate_limited'],
  }),
  regions: endpoint({
    method: 'get',
    path: '/home/regions',
    summary: 'The regions of the caller: the first level of places of which there are several, the worst first',
    query: z.object({ since: z.iso.datetime({ offset: true }).describe('when the day began, two days ago at most') }),
    answer: z.array(regionSchema).max(REGIONS_MAX),
    errors: ['rate_limited'],
  }),
};
