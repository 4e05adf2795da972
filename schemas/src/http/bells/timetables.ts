import { z } from 'zod';
import { line } from '../../domain/line.ts';
import { CHIMES } from '../../domain/announcements.ts';
import { idParamsSchema, idSchema } from '../../domain/ids.ts';
import { VOLUME_MAX, VOLUME_MIN } from '../../domain/limits.ts';
import { endpoint } from '../endpoint.ts';
import { LIBRARY_NAME_MAX } from '../library/library.ts';
import { ownWork } from '../own-work.ts';
import { newOwner, ownerQuerySchema } from '../owner-query.ts';

/** Timetables of one organisation, and bells of one timetable. */
export const TIMETABLES_MAX = 50;
export const BELLS_MAX = 100;
export const BELL_LABEL_MAX = 60;
/**
 * What the bells of one organisation may be in a week: its places with bells of their own, times the bells of its longest timetable, times seven.
 * It is 500 places with 100 bells a day.
 */
export const BELL_RINGS_MAX = 350_000;

export const TIMETABLE_COLOURS = ['blue', 'green', 'orange', 'purple', 'red', 'teal', 'yellow', 'grey'] as const;
export const timetableColourSchema = z.enum(TIMETABLE_COLOURS).meta({ id: 'TimetableColour' });
export type TimetableColour = z.infer<typeof timetableColourSchema>;

/** What is heard: a message of the library, or a chime alone. */
export const bellSoundSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('message'), message_id: idSchema }),
    z.strictObject({
      type: z.literal('chime'),
      chime: z.enum(CHIMES).exclude(['none']),
      chime_id: idSchema
        .optional()
        .describe('a chime of the organisation, which is heard in place of `chime` while there is one'),
    }),
  ])
  .meta({ id: 'BellSound' });
export type BellSound = z.infer<typeof bellSoundSchema>;

const bell = {
  at: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'A time looks like 08:00 or 08:00:30')
    .describe('wall-clock time in the zone of each place'),
  label: line().max(BELL_LABEL_MAX).describe('what it means, as “Lesson 1 begins”'),
  sound: bellSoundSchema,
};
export const bellSchema = z.strictObject({ ...bell, label: bell.label.default('') }).meta({ id: 'Bell' });
/** A bell in answers, where nothing is absent. */
export const storedBellSchema = z.strictObject(bell).meta({ id: 'StoredBell' });
export type Bell = z.infer<typeof storedBellSchema>;

const fields = {
  name: line().min(1, 'Name is required').max(LIBRARY_NAME_MAX),
  colour: timetableColourSchema,
  volume: z.int().min(VOLUME_MIN).max(VOLUME_MAX).nullable().describe('null: that of the device'),
};
const bellsOf = <Item extends z.ZodType<{ at: string }>>(item: Item) => z.array(item).max(BELLS_MAX);

export const timetableBodySchema = z
  .strictObject({
    ...fields,
    volume: fields.volume.default(null),
    bells: bellsOf(bellSchema).describe('at different times'),
  })
  .meta({ id: 'TimetableBody' });
export type TimetableBody = z.output<typeof timetableBodySchema>;
export const timetablePatchSchema = z
  .strictObject({ ...fields, bells: bellsOf(bellSchema), revision: z.int().min(1) })
  .partial()
  .meta({ id: 'TimetablePatch' });
export const timetableSchema = z
  .strictObject({
    id: z.int(),
    ...fields,
    bells: bellsOf(storedBellSchema).describe('by time'),
    revision: z.int().min(1),
    places: z
      .int()
      .describe('nodes that name it: in their week, for holidays, or on a day that is painted, from today on'),
    problem: z.string().nullable().describe('why some of its bells are not heard, as a text that cannot be spoken'),
    updated_at: z.iso.datetime(),
    ...ownWork,
  })
  .meta({ id: 'Timetable' });
export type Timetable = z.infer<typeof timetableSchema>;

const newTimetableQuerySchema = z.object({ user_id: newOwner });

/** Timetables: named lists of bells; see docs/product/schedules.md. */
export const timetablesHttp = {
  list: endpoint({
    method: 'get',
    path: '/schedules/timetables',
    summary: 'The bell timetables of the caller, by name',
    description: 'Members list those of their organisations. Administrators may name another owner by `user_id`.',
    query: ownerQuerySchema,
    answer: z.array(timetableSchema),
    errors: ['forbidden', 'user_not_found'],
  }),
  create: endpoint({
    method: 'post',
    path: '/schedules/timetables',
    summary: 'Create a bell timetable',
    description: 'Administrators may name another owner by `user_id`.',
    query: newTimetableQuerySchema,
    body: timetableBodySchema,
    answer: timetableSchema,
    status: 201,
    errors: ['forbidden', 'user_not_found', 'not_found', 'unprocessable', 'rate_limited'],
  }),
  change: endpoint({
    method: 'put',
    path: '/schedules/timetables/{id}',
    summary: 'Change a bell timetable; what is absent stays as it is',
    description: 'With a revision, the change is refused when the timetable has another one by now.',
    params: idParamsSchema,
    body: timetablePatchSchema,
    answer: timetableSchema,
    errors: ['not_found', 'forbidden', 'edit_conflict', 'unprocessable', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/schedules/timetables/{id}',
    summary: 'Delete a bell timetable that no place uses from today on',
    params: idParamsSchema,
    answer: null,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
};
