import { gzipSync } from 'node:zlib';
import { randomUUID } from 'node:crypto';
import type { Organisation } from './organisation.ts';

/** Parts of the input of a call, which take the place of what was made from the schemas. */
export type Input = { params?: object; query?: object; body?: unknown };
export type Caller = 'root' | 'owner' | 'spare' | 'nobody';

const MINUTELY = {
  name: 'Every minute',
  action: { type: 'silence' },
  starts_at: '2026-01-05T00:00',
  duration_minutes: 10_080,
  rrule: 'FREQ=MINUTELY',
};
/** Rules that need the most work for few occurrences. */
const RULES = [
  'FREQ=MINUTELY',
  'FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=29;BYHOUR=23;BYMINUTE=59',
  `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=1,2,3,4,5,6,7,8,9,10,11,12,13;BYSETPOS=-1`,
  'FREQ=HOURLY;INTERVAL=1000;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO',
  'FREQ=DAILY;INTERVAL=997;BYMONTH=1',
];
const LANGUAGES = 'en de fr es ru lv it pt nl pl cs sk hu ro bg el tr sv da no fi et lt uk he ar hi zh ja ko'.split(
  ' ',
);

/** A calendar of so many events that each happen daily. */
const calendar = (events: number): string => {
  const lines = Array.from({ length: events }, (_, n) => [
    'BEGIN:VEVENT',
    `UID:${n}@example.com`,
    'DTSTART;VALUE=DATE:20260101',
    'RRULE:FREQ=DAILY',
    `SUMMARY:Holiday ${n}`,
    'END:VEVENT',
  ]);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Budget//EN', ...lines.flat(), 'END:VCALENDAR'].join('\r\n');
};

/** Values for fields by their names, wherever they stand in an input. */
export const valuesOf = (of: Organisation): Readonly<Record<string, unknown>> => ({
  serial: of.serials[0],
  device: of.serials[0],
  serials: of.serials.slice(0, 1_000),
  company_id: of.main,
  parent_company_id: of.main,
  device_id: of.deviceId,
  user_id: of.owner.id,
  userId: of.owner.id,
  message_id: of.message,
  station_id: null,
  playlist_id: of.playlist,
  group_id: of.group,
  phone: '+37120000000',
  email: 'somebody@example.com',
  page: 1,
  time_zone: 'Europe/Berlin',
  time_zone_utc: 60,
  utc_offset: '60',
  emblem: 'AB',
  password: 'Longer-pass-1',
  newPassword: 'Longer-pass-2',
  pass: 'Longer-pass-1',
  code: '123456',
  mode: 'active',
  tags: undefined,
  status: undefined,
  seen: undefined,
  version: undefined,
  targets: { nodes: [of.main] },
  except: undefined,
  revision: undefined,
  countryCode: 'DE',
  continent: 'Europe',
  language: 'en',
  lang: 'en',
  voice_name: 'en-US-Standard-A',
  voice: undefined,
  filename: 'belfry-client-3.5.tar.zst',
  admin_user_key: undefined,
});

/** Inputs of calls that their schemas do not tell, the most expensive ones that are accepted. Several: each is measured. */
export function inputsOf(of: Organisation): Readonly<Record<string, readonly Input[]>> {
  const { main, nodes, serials, message, playlist, schedule } = of;
  const one = (body: unknown, query: object = {}): Input[] => [{ body, query }];
  const variants = LANGUAGES.map((language) => ({ language, text: 'It is {time}. '.repeat(350) }));
  const bulk = { targets: { filter: {} }, change: { note: 'x'.repeat(2_000) } };
  const draft = (rrule: string) => ({ ...MINUTELY, rrule, targets: { nodes: [main] } });
  const run = { command: 'reboot', targets: { serials }, wave_size: 10_000, queue_offline: true };
  const year = { from: '2026-01-01T00:00:00.000Z', to: '2026-12-31T00:00:00.000Z' };
  return {
    'post /schedules': RULES.map((rrule) => ({ body: draft(rrule), query: {} })),
    'put /schedules/{id}': RULES.slice(0, 1).map((rrule) => ({ params: { id: schedule }, body: draft(rrule) })),
    'post /schedules/dry-run': RULES.map((rrule) => ({
      body: { company_id: main, at: '2026-12-01T12:00', schedule: draft(rrule) },
    })),
    'get /schedules/calendar': [
      { query: { from: '2026-11-01', to: '2026-12-13' } },
      { query: { from: '2026-11-01', to: '2026-12-13', company_id: main } },
    ],
    'get /schedules/{id}': [{ params: { id: schedule } }],
    'delete /schedules/{id}': [{ params: { id: schedule } }],
    'post /schedules/holidays': one(calendar(2_000), { name: 'Holidays' }),
    'put /schedules/day-programme/{company_id}': [
      {
        body: {
          windows: Array.from({ length: 20 }, (_, n) => ({
            days: [1, 2, 3, 4, 5, 6, 7],
            from: `${String(n).padStart(2, '0')}:00`,
            to: `${String(n + 1).padStart(2, '0')}:00`,
            playlist_id: playlist,
          })),
        },
      },
    ],
    'post /announcements/say': one({ text: 'Good morning. '.repeat(350), targets: { nodes: [main] } }),
    'post /announcements/preview': one({ text: 'Good morning. '.repeat(350), targets: { nodes: [main] } }),
    'get /announcements/proof': [{ query: { ...year, page: 1, page_size: 500 } }],
    'get /announcements/proof.csv': [{ query: year }],
    'post /emergency/start': one({ message_id: message, targets: { nodes: [main] }, drill: true }),
    'get /emergency/messages/{id}/missing': [{ params: { id: message } }],
    'post /messages': one({ name: 'Every language', variants, repeat: 10, emergency: false }),
    'put /messages/{id}': [{ params: { id: message }, body: { variants } }],
    'get /messages/{id}': [{ params: { id: message } }],
    'delete /messages/{id}': [{ params: { id: message } }],
    'post /messages/preview': one({ text: 'Good morning. '.repeat(350), language: 'en' }),
    'post /audio': [{ query: { name: 'Silence' }, body: gzipSync(Buffer.alloc(1_000)) }],
    'get /company/search': [{ query: { q: 'e' } }],
    'post /company/tree': one({ company_id: main, expandAll: true }),
    'post /company/add': one({ name: 'Another', type: 'Company', parent_company_id: of.companies[0] }),
    'post /company/main/add': one({ name: 'Another' }),
    'put /company': one({ company_id: main, name: 'Renamed', time_zone: 'Europe/Riga' }),
    'put /company/move': one({ company_id: nodes[0], parent_company_id: of.companies[1] }),
    'post /group/new': one({ name: 'A large one', devices: nodes }),
    'post /group/add/{id}': [{ params: { id: of.emptyGroup }, body: { devices: nodes } }],
    'get /group/list/{id}/elements': [{ params: { id: of.group } }],
    'put /group/rename/{id}': [{ params: { id: of.group } }],
    'delete /group/main/{id}': [{ params: { id: of.emptyGroup } }],
    'delete /group/element': one({ device_id: nodes[0], group_id: of.group }),
    'post /devices/bulk': one(bulk),
    'post /devices/bulk/preview': one(bulk),
    'get /devices/all': [{ query: { page_size: 500, q: 'a' } }],
    'get /devices/wall': [{ query: {} }],
    'get /devices/export': [{ query: {} }],
    'post /devices/import': one(
      ['serial,note', ...serials.slice(0, 4_999).map((serial) => `${serial},${'x'.repeat(300)}`)].join('\n'),
      { dry_run: '0', lines: 'valid' },
    ),
    'post /devices/create': one({ serial: 'beef-beef-beef-beef', device_type: 'audio', device_mode: 'active' }),
    'put /devices/edit/{device_id}': [{ body: { note: 'x'.repeat(2_000) } }],
    'post /rpi/devices/send/commands/broadcast': one({ command: 'refresh_info', params: {} }),
    'post /rpi/devices/send/commands/{serial}': one({ command: 'reboot', params: {} }),
    'post /rpi/devices/send/command/{serial}': one({ command: 'reboot', params: {} }),
    'post /command-runs/preview': one(run),
    'post /command-runs': one(run),
    'get /command-runs': [{ query: { page: 1, page_size: 50 } }],
    'get /devices/{serial}/metrics/history': [{ query: { ...year, resolution: 'daily' } }],
    'get /devices/{serial}/timeline': [{ query: { limit: 100 } }],
    'post /sms/preview': one({ text: 'x'.repeat(1_000), nodes: [main], numbers: numbers(100) }),
    'post /sms/send': one({
      text: 'x'.repeat(1_000),
      nodes: [main],
      numbers: numbers(100),
      confirmed_messages: 10_000,
    }),
    'put /company/responsible/{company_id}': one({
      people: numbers(20).map((phone, n) => ({ name: `Person ${n}`, phone })),
    }),
    'post /auth/login': one({ email: of.owner.email, password: 'x'.repeat(200) }),
    'post /auth/register': one({
      name: 'Somebody',
      email: 'new@example.com',
      phone: '+37120000001',
      country: 'Latvia',
      password: 'Longer-pass-1',
    }),
    'post /admin/user/add': one({ email: 'added@example.com', pass: 'Longer-pass-1', name: 'Added', role: 'user' }),
    'post /admin/user/block': one({ userId: of.spare.id, blocked: true }),
    'post /admin/user/update_key': one({ userId: of.spare.id }),
    'post /admin/user/impersonate': one({ userId: of.spare.id }),
    'post /admin/users/bulk': one({ action: 'block', user_ids: [of.spare.id] }),
    'put /admin/user/edit': one({ userId: of.spare.id, name: 'Edited' }),
    'post /traces': one({
      spans: Array.from({ length: 50 }, () => ({
        trace_id: randomUUID().replaceAll('-', ''),
        span_id: '0123456789abcdef',
        name: 'click',
        age_ms: 1,
        duration_ms: 1,
        failed: false,
      })),
    }),
    'post /devices/saved-filters': one({ name: 'Saved', filters: { q: 'x'.repeat(200) } }),
  };
}

const numbers = (count: number): string[] => Array.from({ length: count }, (_, n) => `+3712${String(1_000_000 + n)}`);

/** Calls that need a caller of their own, because they end keys, or change what others need. */
export const CALLERS: Readonly<Record<string, Caller>> = {
  'delete /auth/session': 'spare',
  'delete /auth/sessions': 'spare',
  'put /auth/change/password': 'spare',
  'post /auth/two-factor/enrol': 'spare',
  'put /users/update': 'spare',
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
