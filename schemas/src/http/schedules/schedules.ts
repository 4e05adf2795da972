import { z } from 'zod';
import { emailSchema } from '../../domain/email.ts';
import { line } from '../../domain/line.ts';
import { idParamsSchema, idSchema, idTextSchema } from '../../domain/ids.ts';
import { localDateSchema, localTimeSchema } from '../../domain/local-time.ts';
import { missedPolicySchema } from '../../domain/announcements.ts';
import { VOLUME_MAX, VOLUME_MIN } from '../../domain/limits.ts';
import { storedTargetsSchema, targetsSchema } from '../../domain/targets.ts';
import { broadcastCommandSchema } from '../../mqtt/commands.ts';
import { LIBRARY_NAME_MAX } from '../library/library.ts';
import { endpoint } from '../endpoint.ts';
import { ownWork } from '../own-work.ts';
import { newOwner, ownerQuery, ownerQuerySchema } from '../owner-query.ts';

/** What a schedule does. A report is a CSV of proof of play, sent by mail. */
export const scheduleActionSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('message'), message_id: idSchema }),
    z.strictObject({ type: z.literal('playlist'), playlist_id: idSchema }),
    z.strictObject({ type: z.literal('station'), station_id: idSchema }),
    z.strictObject({ type: z.literal('silence') }),
    z.strictObject({ type: z.literal('maintenance'), command: broadcastCommandSchema }),
    z.strictObject({ type: z.literal('report'), days: z.int().min(1).max(366), email: emailSchema }),
  ])
  .meta({ id: 'ScheduleAction' });
export type ScheduleAction = z.infer<typeof scheduleActionSchema>;

const fields = {
  name: line().min(1, 'Name is required').max(LIBRARY_NAME_MAX),
  action: scheduleActionSchema,
  starts_at: localTimeSchema.describe('of the first occurrence'),
  duration_minutes: z.int().min(1).max(10_080).nullable().describe('of playlist, station and silence'),
  rrule: z
    .string()
    .max(300)
    .nullable()
    .describe('RFC 5545 without DTSTART, as FREQ=WEEKLY;BYDAY=MO,TU; null: once. UNTIL is a local date'),
  exceptions: z.array(localDateSchema).max(366).describe('dates on which it does not happen'),
  until_date: localDateSchema.nullable().describe('the last date'),
  holiday_calendar_id: idSchema.nullable().describe('does not happen on its days'),
  targets: targetsSchema,
  priority: z.int().min(1).max(9).describe('among schedules that overlap; 9 is the highest'),
  volume: z.int().min(VOLUME_MIN).max(VOLUME_MAX).nullable(),
  missed: missedPolicySchema,
  enabled: z.boolean(),
};
export const scheduleBodySchema = z
  .strictObject({
    ...fields,
    duration_minutes: fields.duration_minutes.default(null),
    rrule: fields.rrule.default(null),
    exceptions: fields.exceptions.default([]),
    until_date: fields.until_date.default(null),
    holiday_calendar_id: fields.holiday_calendar_id.default(null),
    priority: fields.priority.default(5),
    volume: fields.volume.default(null),
    missed: missedPolicySchema.default({ policy: 'skip', minutes: 5 }),
    enabled: z.boolean().default(true),
  })
  .meta({ id: 'ScheduleBody' });
export type ScheduleBody = z.output<typeof scheduleBodySchema>;
export const schedulePatchSchema = z
  .strictObject({ ...fields, revision: z.int().min(1) })
  .partial()
  .meta({ id: 'SchedulePatch' });

export const scheduleSchema = z
  .strictObject({
    id: z.int(),
    ...fields,
    targets: storedTargetsSchema,
    elsewhere: z
      .boolean()
      .optional()
      .describe('for members: it also concerns places that they do not see, which its targets do not name'),
    revision: z.int().min(1),
    next_at: z.iso.datetime().nullable().describe('the next instant in the first zone of its places'),
    time_zone: z.string().nullable().describe('of the first of its places; null while there are none'),
    devices: z.int(),
    problem: z.string().nullable().describe('why some of its places do not hear it, as a text that cannot be spoken'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    ...ownWork,
  })
  .meta({ id: 'Schedule' });
export type Schedule = z.infer<typeof scheduleSchema>;

export const SCHEDULES_MAX = 500;
/** How often the enabled schedules of a user may happen within the days of a programme, in all time zones together. */
export const SCHEDULE_OCCURRENCES_MAX = 20_000;
const newScheduleOwnerQuerySchema = z.object({ user_id: newOwner });
export const calendarQuerySchema = z.object({
  from: localDateSchema,
  to: localDateSchema.describe('exclusive'),
  company_id: idTextSchema.optional().describe('only what this node or one below hears'),
  ...ownerQuery,
});
/** Nodes that an occurrence names. */
export const OCCURRENCE_PLACES_MAX = 20;
/** The type of music of a day programme; bells have `bells`, schedules that of their action. */
export const DAY_PROGRAMME_TYPE = 'day_programme';
export const occurrenceSchema = z
  .strictObject({
    schedule_id: z.int().describe('of a bell the number of its timetable, negative; 0: of a day programme'),
    name: z.string(),
    type: z.string(),
    at: localTimeSchema,
    until: localTimeSchema.nullable(),
    enabled: z.boolean(),
    recurring: z.boolean(),
    skipped: z.boolean().describe('an exception: it does not happen'),
    company_ids: z
      .array(z.int())
      .max(OCCURRENCE_PLACES_MAX)
      .describe('the first nodes that a bell rings at, or that skip it, and those whose day programme it is'),
    moved_from: localTimeSchema.optional().describe('of a bell that rings at another time: when it would ring'),
    run_id: z.uuid(),
  })
  .meta({ id: 'Occurrence' });
export type Occurrence = z.infer<typeof occurrenceSchema>;

export const scheduleFeedSchema = z
  .strictObject({ created_at: z.iso.datetime().nullable().describe('null: there is no link') })
  .meta({ id: 'ScheduleFeed' });
/** POST /schedules/feed: a new link, which replaces the previous one and is shown only now. */
export const newScheduleFeedSchema = z
  .strictObject({ path: z.string().describe('below the address of the console: /api/schedules/feed.ics?token=…') })
  .meta({ id: 'NewScheduleFeed' });
/** GET /schedules/feed.ics. The token is in the query, which is not logged. */
export const scheduleFeedQuerySchema = z.object({ token: z.string().max(100).default('') });
export const calendarFileSchema = z.file().mime('text/calendar');

/** Schedules; see docs/product/schedules.md. */
export const schedulesHttp = {
  list: endpoint({
    method: 'get',
    path: '/schedules',
    summary: 'The schedules of the caller, by name',
    description:
      'Members list those of their organisations that they have made or that concern places which they see. Administrators may name another owner by `user_id`.',
    query: ownerQuerySchema,
    answer: z.array(scheduleSchema),
    errors: ['forbidden', 'user_not_found', 'rate_limited'],
  }),
  create: endpoint({
    method: 'post',
    path: '/schedules',
    summary: 'Create a schedule',
    description:
      'It refers to what belongs to its owner; members name places for which they plan. Administrators may name another owner by `user_id`.',
    query: newScheduleOwnerQuerySchema,
    body: scheduleBodySchema,
    answer: scheduleSchema,
    status: 201,
    errors: ['forbidden', 'user_not_found', 'not_found', 'unprocessable', 'rate_limited'],
  }),
  read: endpoint({
    method: 'get',
    path: '/schedules/{id}',
    summary: 'A schedule',
    params: idParamsSchema,
    answer: scheduleSchema,
    errors: ['not_found', 'rate_limited'],
  }),
  change: endpoint({
    method: 'put',
    path: '/schedules/{id}',
    summary: 'Change a schedule; what is absent stays as it is',
    description:
      'With a revision, the change is refused when the schedule has another one by now. Members change what concerns only places for which they plan.',
    params: idParamsSchema,
    body: schedulePatchSchema,
    answer: scheduleSchema,
    errors: ['not_found', 'forbidden', 'edit_conflict', 'unprocessable', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/schedules/{id}',
    summary: 'Delete a schedule; its coming runs do not happen',
    params: idParamsSchema,
    answer: null,
    errors: ['not_found', 'forbidden'],
  }),
};
