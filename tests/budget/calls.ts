import { accountInputs } from './inputs/accounts.ts';
import { administrationInputs } from './inputs/administration.ts';
import { automationInputs } from './inputs/automation.ts';
import { scenarioInputs } from './inputs/scenarios.ts';
import { alarmInputs } from './inputs/alarms.ts';
import { commandInputs } from './inputs/commands.ts';
import { deviceInputs } from './inputs/devices.ts';
import type { Inputs, Organisation, Tools } from './inputs/input.ts';
import { pageInputs } from './inputs/live-pages.ts';
import { placeInputs } from './inputs/places.ts';
import { scheduleInputs } from './inputs/schedules.ts';
import { singleSignOnInputs } from './inputs/single-sign-on.ts';
import { soundInputs } from './inputs/sound.ts';
import { teamInputs } from './inputs/teams.ts';

export type Caller = 'root' | 'owner' | 'spare' | 'nobody';

/** Inputs of calls that their schemas do not tell, the most expensive ones that are accepted. */
export const inputsOf = (tools: Tools): Inputs => ({
  ...accountInputs(tools),
  ...administrationInputs(tools),
  ...automationInputs(tools),
  ...scenarioInputs(tools),
  ...alarmInputs(tools),
  ...placeInputs(tools),
  ...deviceInputs(tools),
  ...commandInputs(tools),
  ...soundInputs(tools),
  ...pageInputs(tools),
  ...scheduleInputs(tools),
  ...singleSignOnInputs(tools),
  ...teamInputs(tools),
});

/** Values for fields by their names, wherever they stand in an input that is made from a schema. */
export const valuesOf = (of: Organisation): Readonly<Record<string, unknown>> => ({
  serial: of.serials[0],
  device: of.serials[0],
  serials: of.serials.slice(0, 1_000),
  company_id: of.main,
  parent_company_id: of.main,
  device_id: of.deviceId,
  user_id: of.owner.id,
  userId: of.owner.id,
  group_id: of.group,
  phone: '+37120000000',
  email: 'somebody@example.com',
  page: 1,
  time_zone: 'Europe/Berlin',
  time_zone_utc: 60,
  utc_offset: '60',
  emblem: 'AB',
  tags: undefined,
  status: undefined,
  seen: undefined,
  version: undefined,
  revision: undefined,
  countryCode: 'DE',
  continent: 'Europe',
  language: 'en',
  lang: 'en',
  voice_name: of.voice.voice_name,
  voice: undefined,
  admin_user_key: undefined,
});

/** Calls that need another caller than their access says. */
export const CALLERS: Readonly<Record<string, Caller>> = {
  'put /users/update': 'spare',
  'post /devices/user/register': 'spare',
};
/** Calls that destroy the organisation: they are measured last, in this order. */
export const LAST: readonly string[] = [
  'post /company/duplicate',
  'delete /devices/delete/{device_id}',
  'delete /company/delete',
  'delete /sample-organisation',
  'delete /admin/user/{id}',
  'delete /admin/users',
];
