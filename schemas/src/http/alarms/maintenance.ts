import { z } from 'zod';
import { line } from '../../domain/line.ts';
import { idSchema, idTextSchema } from '../../domain/ids.ts';
import { endpoint } from '../endpoint.ts';
import { localDateSchema, localTimeSchema } from '../../domain/local-time.ts';

/** Maintenance windows: nobody is told of alarms at a node and below it; see docs/product/alarms.md. */

export const MAINTENANCE_MINUTES_MAX = 14 * 24 * 60;
const NAME_MAX = 100;
const isRealDay = (time: string): boolean => localDateSchema.safeParse(time.slice(0, 10)).success;

const fields = {
  name: line().min(1, 'Name is required').max(NAME_MAX),
  starts_at: localTimeSchema
    .refine(isRealDay, 'This date does not exist')
    .describe('of the first one, in the zone of the node'),
  duration_minutes: z.int().min(1).max(MAINTENANCE_MINUTES_MAX),
  rrule: z
    .string()
    .max(300)
    .nullable()
    .describe('RFC 5545 without DTSTART, as FREQ=WEEKLY;BYDAY=MO,TU; null: once. UNTIL is a local date'),
  exceptions: z.array(localDateSchema).max(366).describe('dates on which it does not happen'),
  until_date: localDateSchema.nullable().describe('the last date'),
};

export const maintenanceWindowSchema = z
  .strictObject({
    window_id: z.int(),
    company_id: z.int().describe('the node'),
    company_name: z.string(),
    time_zone: z.string().describe('in which it is planned: that of the node, an IANA name or an offset as `+03:00`'),
    ...fields,
    active_until: z.iso.datetime().nullable().describe('the end of the one that is on now'),
    next_at: z.iso
      .datetime()
      .nullable()
      .describe('the beginning of the next one; of those that recur within two weeks'),
    revision: z.int().describe('counts changes; send it with a change'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'MaintenanceWindow' });
export type MaintenanceWindow = z.infer<typeof maintenanceWindowSchema>;

export const newMaintenanceWindowBodySchema = z
  .strictObject({
    company_id: idSchema,
    ...fields,
    rrule: fields.rrule.default(null),
    exceptions: fields.exceptions.default([]),
    until_date: fields.until_date.default(null),
  })
  .meta({ id: 'NewMaintenanceWindowBody' });
export type NewMaintenanceWindowBody = z.output<typeof newMaintenanceWindowBodySchema>;

export const maintenanceWindowChangeBodySchema = z
  .strictObject({ ...fields, revision: z.int() })
  .partial()
  .meta({ id: 'MaintenanceWindowChangeBody' });
export type MaintenanceWindowChangeBody = z.output<typeof maintenanceWindowChangeBodySchema>;

export const maintenanceSpanSchema = z
  .strictObject({
    cause: z.enum(['window', 'rollout', 'run']),
    window_id: z.int().nullable(),
    name: z.string().describe('of the window, the version of a rollout, or the command of a run'),
    company_id: z.int().nullable().describe('of a window'),
    starts_at: z.iso.datetime(),
    ends_at: z.iso.datetime().nullable().describe('null: when it is done'),
  })
  .meta({ id: 'MaintenanceSpan' });
export type MaintenanceSpan = z.infer<typeof maintenanceSpanSchema>;

/** Of one answer of the calendar. */
export const MAINTENANCE_SPANS_MAX = 1_000;
export const MAINTENANCE_DAYS_MAX = 45;
const maintenanceCalendarQuerySchema = z
  .object({
    from: z.iso.datetime().optional().describe('by default now'),
    to: z.iso.datetime().optional().describe(`by default two weeks after it; ${MAINTENANCE_DAYS_MAX} days at most`),
  })
  .meta({ id: 'MaintenanceCalendarQuery' });
export type MaintenanceCalendarQuery = z.output<typeof maintenanceCalendarQuerySchema>;

const windowParams = z.object({ window_id: idTextSchema });

export const maintenanceHttp = {
  list: endpoint({
    method: 'get',
    path: '/maintenance-windows',
    summary: 'The maintenance windows at the nodes that the caller sees, by name',
    query: z
      .object({ company_id: idTextSchema.optional().describe('at this node, above and below it') })
      .meta({ id: 'MaintenanceWindowsQuery' }),
    answer: z.array(maintenanceWindowSchema),
    errors: ['not_found', 'forbidden'],
  }),
  calendar: endpoint({
    method: 'get',
    path: '/maintenance-windows/calendar',
    summary: 'When nobody is told in these days, by default from now on, and the rollouts and runs that are on',
    query: maintenanceCalendarQuerySchema,
    answer: z.array(maintenanceSpanSchema).max(MAINTENANCE_SPANS_MAX),
    errors: ['invalid_input', 'unprocessable', 'rate_limited'],
  }),
  create: endpoint({
    method: 'post',
    path: '/maintenance-windows',
    summary: 'Plan a maintenance window',
    body: newMaintenanceWindowBodySchema,
    answer: maintenanceWindowSchema,
    status: 201,
    errors: ['not_found', 'forbidden', 'unprocessable', 'rate_limited'],
  }),
  change: endpoint({
    method: 'put',
    path: '/maintenance-windows/{window_id}',
    summary: 'Change a maintenance window; what is absent stays as it is',
    params: windowParams,
    body: maintenanceWindowChangeBodySchema,
    answer: maintenanceWindowSchema,
    errors: ['not_found', 'forbidden', 'edit_conflict', 'unprocessable', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/maintenance-windows/{window_id}',
    summary: 'Delete a maintenance window, also one that is on',
    params: windowParams,
    answer: null,
    errors: ['not_found', 'forbidden'],
  }),
};
