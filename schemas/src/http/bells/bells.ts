import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { sayAnswerSchema } from '../announcements/announcements.ts';
import { companyParamsSchema } from '../companies/companies.ts';
import { endpoint } from '../endpoint.ts';
import { localDateSchema, localTimeSchema } from '../../domain/local-time.ts';
import { bellSoundSchema } from './timetables.ts';

/** Nodes of an organisation with bells of their own, days that are painted at one node, and those of all nodes together. */
export const BELL_PLACES_MAX = 1_000;
export const BELL_DAYS_MAX = 800;
export const BELL_DAYS_IN_ALL_MAX = 200_000;
/** The days of one answer: twelve months. */
export const BELL_CALENDAR_DAYS_MAX = 400;
/** The ranges of one change, and how far a silence reaches. */
export const BELL_RANGES_MAX = 60;
export const BELL_SILENCE_DAYS_MAX = 7;
/** Coming bells that are skipped at one node, and how far ahead one may be. */
export const BELL_SKIPS_MAX = 200;
export const BELL_SKIP_DAYS_MAX = 366;

const timetableId = idSchema.nullable().describe('null: no bells');
const weekFields = {
  weekdays: z.array(timetableId).length(7).describe('the timetable of each weekday, from Monday on'),
  holiday_calendar_id: idSchema.nullable().describe('the days of this calendar are holidays'),
  holiday_timetable_id: idSchema.nullable().describe('the timetable of holidays; null: no bells'),
};
export const bellWeekSchema = z.strictObject(weekFields).meta({ id: 'BellWeek' });
export type BellWeek = z.infer<typeof bellWeekSchema>;

/** Why a day has its timetable: it is painted, a holiday, a weekday, or nothing says anything. */
export const BELL_ORIGINS = ['painted', 'holiday', 'weekday', 'none'] as const;
export type BellOrigin = (typeof BELL_ORIGINS)[number];
const bellDaySchema = z
  .strictObject({
    date: localDateSchema,
    timetable_id: z.int().nullable(),
    origin: z.enum(BELL_ORIGINS),
    source_company_id: z.int().nullable().describe('the node that says so; null where none does'),
  })
  .meta({ id: 'BellDay' });
export type BellDay = z.infer<typeof bellDaySchema>;

export const bellCalendarSchema = z
  .strictObject({
    company_id: z.int(),
    time_zone: z.string(),
    today: localDateSchema.describe('in the zone of the node'),
    week: bellWeekSchema.nullable().describe('that of the nearest node that has one, from this one upwards'),
    week_source_company_id: z.int().nullable(),
    days: z.array(bellDaySchema).max(BELL_CALENDAR_DAYS_MAX),
    next_change: z
      .strictObject({ date: localDateSchema, timetable_id: z.int().nullable() })
      .nullable()
      .describe(
        'the first day, from tomorrow on and within a year, with which an exception to the week begins or ends',
      ),
    silence: z
      .strictObject({ until: z.iso.datetime(), local: localTimeSchema, source_company_id: z.int() })
      .nullable()
      .describe('no bells, scheduled announcements and music until then'),
  })
  .meta({ id: 'BellCalendar' });
export type BellCalendar = z.infer<typeof bellCalendarSchema>;

export const bellCalendarQuerySchema = z.object({ from: localDateSchema, to: localDateSchema.describe('exclusive') });
const weekBodySchema = z
  .strictObject({ week: bellWeekSchema.nullable().describe('null: inherit') })
  .meta({ id: 'BellWeekBody' });
/** What is painted on days: a timetable, no bells, or nothing, so that holidays and the week count again. */
export const bellPaintSchema = z
  .strictObject({
    ranges: z
      .array(z.strictObject({ from: localDateSchema, to: localDateSchema.describe('inclusive') }))
      .min(1)
      .max(BELL_RANGES_MAX),
    weekdays: z
      .array(z.int().min(1).max(7))
      .min(1)
      .max(7)
      .default([1, 2, 3, 4, 5, 6, 7])
      .describe('of these days only; 1 is Monday'),
    paint: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('timetable'), timetable_id: idSchema }),
      z.strictObject({ type: z.literal('no_bells') }),
      z.strictObject({ type: z.literal('clear') }),
    ]),
  })
  .meta({ id: 'BellPaint' });
export type BellPaint = z.output<typeof bellPaintSchema>;
const copySchema = z.strictObject({ from_company_id: idSchema }).meta({ id: 'BellCopy' });
const ringSchema = z.strictObject({ sound: bellSoundSchema }).meta({ id: 'BellRing' });
const silenceSchema = z
  .strictObject({
    until: localTimeSchema.nullable().describe('in the zone of the node; null ends the silence'),
  })
  .meta({ id: 'BellSilence' });

const skipSchema = z
  .strictObject({
    at: localTimeSchema.describe('of the bell'),
    skipped: z.boolean().describe('false: it rings again'),
    moved_to: localTimeSchema.optional().describe('it rings once at this time of the same day instead'),
  })
  .meta({ id: 'BellSkip' });

/** What changes answer: how many days are painted at the node now. */
export const bellChangeSchema = z.strictObject({ painted: z.int() }).meta({ id: 'BellChange' });

/** The bells of places; see docs/product/schedules.md. */
export const bellsHttp = {
  read: endpoint({
    method: 'get',
    path: '/schedules/bells/{company_id}',
    summary: 'Which timetable a node rings on which day, and from where it has that',
    params: companyParamsSchema,
    query: bellCalendarQuerySchema,
    answer: bellCalendarSchema,
    errors: ['not_found'],
  }),
  week: endpoint({
    method: 'put',
    path: '/schedules/bells/{company_id}/week',
    summary: 'Replace the week of a node, or have it inherit that of the node above',
    params: companyParamsSchema,
    body: weekBodySchema,
    answer: bellChangeSchema,
    errors: ['not_found', 'forbidden', 'unprocessable', 'rate_limited'],
  }),
  paint: endpoint({
    method: 'put',
    path: '/schedules/bells/{company_id}/days',
    summary: 'Paint a timetable, or no bells, on days of a node, or clear them',
    params: companyParamsSchema,
    body: bellPaintSchema,
    answer: bellChangeSchema,
    errors: ['not_found', 'forbidden', 'unprocessable', 'rate_limited'],
  }),
  copy: endpoint({
    method: 'post',
    path: '/schedules/bells/{company_id}/copy',
    summary: 'Copy the week, and from today on what is painted, of another node of the same organisation',
    params: companyParamsSchema,
    body: copySchema,
    answer: bellChangeSchema,
    errors: ['not_found', 'forbidden', 'unprocessable', 'rate_limited'],
  }),
  ring: endpoint({
    method: 'post',
    path: '/schedules/bells/{company_id}/ring',
    summary: 'Ring a sound now at a node and everywhere below it',
    params: companyParamsSchema,
    body: ringSchema,
    answer: sayAnswerSchema,
    status: 202,
    errors: ['not_found', 'forbidden', 'unprocessable', 'rate_limited'],
  }),
  silence: endpoint({
    method: 'put',
    path: '/schedules/bells/{company_id}/silence',
    summary: 'Keep bells, scheduled announcements and music of a node away until a time, or end that',
    params: companyParamsSchema,
    body: silenceSchema,
    answer: bellChangeSchema,
    errors: ['not_found', 'forbidden', 'unprocessable', 'rate_limited'],
  }),
  skip: endpoint({
    method: 'put',
    path: '/schedules/bells/{company_id}/skips',
    summary:
      'Leave out the bell of one local time at a node and everywhere below it, ring it at another time of that day, or ring it again',
    params: companyParamsSchema,
    body: skipSchema,
    answer: bellChangeSchema,
    errors: ['not_found', 'forbidden', 'unprocessable', 'rate_limited'],
  }),
};
