import type { RouteSpec } from '@belfry/api/http/routes/route';
import { apiRoutes } from '@belfry/api/composition/routes';
import type { Content } from './installation-of-500.ts';

/** A call of the contract that changes nothing. */
export type Read = { name: string; spec: RouteSpec };
type Fields = Record<string, unknown>;

const FROM = '2026-03-01';
const TO = '2026-03-10';
const SPAN = { from: `${FROM}T00:00:00.000Z`, to: `${TO}T00:00:00.000Z` };
const PAGE = { page: 1, page_size: 100 };

/** Calls with POST that only read. */
const READING_POSTS = new Set([
  'post /company/tree',
  'post /company/info',
  'post /admin/users',
  'post /admin/user/info',
  'post /admin/users/bulk/preview',
  'post /devices/bulk/preview',
  'post /command-runs/preview',
  'post /announcements/preview',
]);

/** What is no answer about what people have stored. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'get /client/archives/{filename}': 'a file of the installation, of which there is none',
  'get /client/latest-archive': 'a file of the installation, of which there is none',
  'get /client/rollouts/{rollout_id}': 'there are no archives to roll out',
  'get /client/rollouts/{rollout_id}/devices': 'there are no archives to roll out',
  'get /devices/programme': 'for devices',
  'get /admin/outbox/{id}/attachment': 'no message of the installation has one',
  'get /voices/voices/sync': 'changes the catalogue of voices',
  'get /voices/voices/reset_samples': 'deletes the samples of voices',
  'get /voices/sample-proxy/{voice_name}': 'makes the sample of a voice',
  'get /voices/sample-url/{voice_name}': 'makes the sample of a voice',
  'get /voices/voice/sample/{voice_name}': 'makes the sample of a voice',
};

/** The fields of the calls that need some, for what somebody owns. */
const FIELDS: Readonly<Record<string, (of: Content) => Fields>> = {
  'post /company/tree': ({ company_id }) => ({ company_id, expandAll: true }),
  'post /company/info': ({ company_id }) => ({ company_id }),
  'post /admin/users': () => ({ ...PAGE, page_size: 500 }),
  'post /admin/user/info': ({ owner }) => ({ userId: owner }),
  'post /admin/users/bulk/preview': () => ({ action: 'delete', filter: { q: 'person-1' } }),
  'post /devices/bulk/preview': () => ({ targets: { filter: {} } }),
  'post /command-runs/preview': ({ serial }) => ({ targets: { serials: [serial] } }),
  'post /announcements/preview': ({ company_id, group }) => ({
    text: 'Attention',
    targets: { nodes: [company_id], groups: [group] },
  }),
  'get /admin/outbox/{id}': () => ({ id: 1 }),
  'get /announcements/proof': () => ({ ...PAGE, from: FROM, to: TO }),
  'get /announcements/proof/runs': () => ({ ...PAGE, from: FROM, to: TO }),
  'get /announcements/proof/days': () => ({ from: FROM, to: TO }),
  'get /announcements/proof.csv': () => ({ from: FROM, to: TO }),
  'get /announcements/music': () => ({ ...PAGE, from: FROM, to: TO }),
  'get /announcements/music.csv': () => ({ from: FROM, to: TO }),
  'get /announcements/runs': () => PAGE,
  'get /announcements/runs/{run_id}': ({ run_id }) => ({ run_id }),
  'get /audio/{sha256}': ({ audio }) => ({ sha256: audio.sha256 }),
  'get /command-runs/{run_id}': ({ command_run_id }) => ({ run_id: command_run_id }),
  'get /command-runs/{run_id}/deliveries': ({ command_run_id }) => ({ run_id: command_run_id }),
  'get /company/effective/{company_id}': ({ company_id }) => ({ company_id }),
  'get /company/responsible/{company_id}': ({ company_id }) => ({ company_id }),
  'get /company/search': () => ({ q: 'Sp' }),
  'get /devices/all': () => ({ page: 3, page_size: 100, sort: '-created_at' }),
  'get /devices/info/{device}': ({ serial }) => ({ device: serial }),
  'get /devices/user/email': () => ({ page: 1, page_size: 48, q: 'note' }),
  'get /devices/{serial}/metrics/history': ({ serial }) => ({ serial, ...SPAN }),
  'get /devices/{serial}/timeline': ({ serial }) => ({ serial, limit: 100 }),
  'get /dictionary/{id}': ({ word }) => ({ id: word }),
  'get /emergency/messages/{id}/missing': ({ message }) => ({ id: message }),
  'get /group/list/{id}/elements': ({ group }) => ({ id: group }),
  'get /messages/{id}': ({ message }) => ({ id: message }),
  'get /metrics/device/{serial}': ({ serial }) => ({ serial }),
  'get /metrics/device/{serial}/series': ({ serial }) => ({ serial }),
  'get /metrics/device/{serial}/stats': ({ serial }) => ({ serial }),
  'get /playlists/{id}': ({ playlist }) => ({ id: playlist }),
  'get /programmes/{serial}': ({ serial }) => ({ serial }),
  'get /recipients/state': () => ({ recipient: 'anna@belfry.test' }),
  'get /rpi/devices/command/result/{serial}/{commandId}': ({ serial, command_id }) => ({
    serial,
    commandId: command_id,
  }),
  'get /rpi/devices/commands/{serial}': ({ serial }) => ({ serial }),
  'get /rpi/devices/config/{serial}': ({ serial }) => ({ serial }),
  'get /schedules/calendar': ({ company_id }) => ({ from: '2027-01-01', to: '2027-02-01', company_id }),
  'get /schedules/day-programme/{company_id}': ({ company_id }) => ({ company_id }),
  'get /schedules/dry-run': ({ company_id }) => ({ company_id, at: '2027-01-04T12:00' }),
  'get /schedules/{id}': ({ schedule }) => ({ id: schedule }),
  'get /stations/{id}': ({ station }) => ({ id: station }),
  'get /users/voice/{voice_name}': () => ({ voice_name: 'en-US-Standard-A' }),
  'get /voices/language/{code}': () => ({ code: 'en-US' }),
  'get /voices/voice/{voice_name}': () => ({ voice_name: 'en-US-Standard-A' }),
};

const FOR_PEOPLE = new Set(['signed-in', 'admin', 'root', 'device-or-admin', 'device-or-signed-in']);
const nameOf = ({ method, path }: RouteSpec): string => `${method} ${path}`;

/** All calls for people that read, of which the interface description of a release has `known`: names such as `get /messages`. */
export const readsOf = (known: ReadonlySet<string>): Read[] =>
  apiRoutes
    .map(({ spec }): Read => ({ name: nameOf(spec), spec }))
    .filter(
      ({ name, spec }) =>
        FOR_PEOPLE.has(spec.access) &&
        (spec.method === 'get' || READING_POSTS.has(name)) &&
        known.has(name) &&
        !(name in LEFT_OUT),
    );

/** Whether this checkout has a call of this name below `/api`, or it is one for processes. */
export const isServed = (name: string): boolean =>
  / \/(internal|first-start|openapi|asyncapi|metrics|health)/.test(name) ||
  apiRoutes.some(({ spec }) => nameOf(spec) === name);

/** The fields of a call for what somebody owns. Throws where the call needs some that nobody has named. */
export function fieldsOf({ name, spec }: Read, of: Content): Fields {
  const fields = FIELDS[name]?.(of);
  if (fields === undefined && /\{/.test(spec.path)) throw new Error(`${name} has no fields in reads.ts`);
  return fields ?? {};
}

/** The lists of what somebody owns. */
const OF_EVERYBODY = new Set(
  [
    '/company/main/companies',
    '/company/search',
    '/devices/user/email',
    '/devices/user/wait',
    '/devices/tags',
    '/group/list',
    '/messages',
    '/audio',
    '/playlists',
    '/schedules',
    '/announcements/runs',
    '/announcements/proof',
    '/command-runs',
    '/sms/templates',
    '/emergency',
    '/users/info',
  ].map((path) => `get ${path}`),
);
/** Whether everybody is asked for it, and not only those who have much, and administrators. */
export const isOfEverybody = ({ name }: Read): boolean => OF_EVERYBODY.has(name);

/** Whether a call needs nothing of what somebody owns. */
export const isList = ({ spec }: Read): boolean => spec.method === 'get' && !/\{/.test(spec.path);
