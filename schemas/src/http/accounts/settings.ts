import { z } from 'zod';
import { ALARM_SEVERITIES } from '../../domain/alarm-severity.ts';
import { SESSION_MINUTES_MAX, SESSION_MINUTES_MIN } from '../../domain/session.ts';
import { endpoint } from '../endpoint.ts';

const minutes = z.int().min(SESSION_MINUTES_MIN).max(SESSION_MINUTES_MAX);

/** The severities from which on somebody is told of alarms; `low` ones are told once a day. */
export const ALARM_LEVELS = [...ALARM_SEVERITIES, 'never'] as const;
const alarmLevelSchema = z.enum(ALARM_LEVELS).meta({ id: 'AlarmLevel' });
export type AlarmLevel = z.infer<typeof alarmLevelSchema>;
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time looks like 22:00');

const choices = {
  session_minutes: minutes
    .nullable()
    .describe('minutes without use after which a session ends; null: as long as the organisation permits'),
  system_notifications: z.boolean().describe('notices by the browser while the page is hidden'),
  auto_save: z.boolean().describe('the browser keeps what is typed in forms until it is saved'),
  alarm_mail: alarmLevelSchema.describe('mails about alarms from this severity on'),
  alarm_sms: alarmLevelSchema.describe('text messages about alarms from this severity on'),
  alarm_push: alarmLevelSchema.describe('messages to the browsers of the person about alarms from this severity on'),
  report_mail: z.boolean().describe('a mail about each month, on the first day of the next one'),
  alarm_quiet: z
    .strictObject({ from: clock, to: clock })
    .nullable()
    .describe(
      'in the zone of the person; only critical alarms are told then, the others afterwards, and nothing of scenarios that start or end no emergency',
    ),
};

export const userSettingsSchema = z
  .strictObject({
    ...choices,
    max_session_minutes: minutes
      .nullable()
      .describe('the shortest maximum of the organisations that the person belongs to; null: none'),
  })
  .meta({ id: 'UserSettings' });
export type UserSettings = z.infer<typeof userSettingsSchema>;

/** Absent fields do not change. */
export const updateUserSettingsBodySchema = z.strictObject(choices).partial().meta({ id: 'UpdateUserSettingsBody' });
export type UpdateUserSettings = z.infer<typeof updateUserSettingsBodySchema>;

export const sessionStateSchema = z
  .strictObject({
    session_minutes: minutes
      .nullable()
      .describe(
        'the time-out of the session: the shortest of what holds; null: the key ends 30 days after its last use',
      ),
    ends_in_s: z.int().min(0).describe('seconds until the session ends unless the person uses it'),
  })
  .meta({ id: 'SessionState' });
export type SessionState = z.infer<typeof sessionStateSchema>;

export const organisationSessionSchema = z
  .strictObject({
    max_session_minutes: minutes
      .nullable()
      .describe('the longest time-out of everybody in the organisation; null: any'),
  })
  .meta({ id: 'OrganisationSession' });
export type OrganisationSession = z.infer<typeof organisationSessionSchema>;

const BACKGROUND =
  'A session with a time-out is extended by each call, except those with the header `x-belfry-background`, which pages send with what they fetch while nobody uses them.';

export const settingsHttp = {
  read: endpoint({
    method: 'get',
    path: '/users/settings',
    summary: 'What the user has chosen for all browsers',
    answer: userSettingsSchema,
  }),
  update: endpoint({
    method: 'put',
    path: '/users/settings',
    summary: 'Change what the user has chosen; absent fields stay',
    body: updateUserSettingsBodySchema,
    answer: userSettingsSchema,
    errors: ['forbidden', 'unprocessable', 'rate_limited'],
  }),
  session: endpoint({
    method: 'get',
    path: '/auth/session',
    summary: 'When the session of the call ends',
    description: BACKGROUND,
    answer: sessionStateSchema,
    errors: ['not_found'],
  }),
  readOrganisation: endpoint({
    method: 'get',
    path: '/organisation/session',
    summary: 'The longest session in the organisation of the user',
    answer: organisationSessionSchema,
  }),
  updateOrganisation: endpoint({
    method: 'put',
    path: '/organisation/session',
    summary: 'Limit the sessions of the owner and all members of the organisation',
    description: 'Sessions that have not been used for that long end at once.',
    body: organisationSessionSchema,
    answer: organisationSessionSchema,
    errors: ['forbidden', 'rate_limited'],
  }),
};
