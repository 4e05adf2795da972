import { createKey, hashKey } from '@belfry/api/lib/keys';
import { configurationHttp } from '@belfry/schemas/http/device-state';
import { responsiblePeopleHttp } from '@belfry/schemas/http/companies/responsible-people';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { playlistsHttp, stationsHttp } from '@belfry/schemas/http/library/audio';
import { dictionaryHttp } from '@belfry/schemas/http/library/texts';
import { templatesHttp } from '@belfry/schemas/http/messages/templates';
import { dayProgrammeHttp } from '@belfry/schemas/http/schedules/day-programme';
import { holidaysHttp } from '@belfry/schemas/http/schedules/holidays';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import type pg from 'pg';
import { success, type HttpClient } from '../http-client.ts';
import { createMessage, tone, uploadAudio } from '../library.ts';

export const PEOPLE = 500;
const ADMINS = 3;
const OWNERS = 40;
/** Of these owners, who have a library, groups and schedules as well. */
const WITH_CONTENT = 4;

export type Person = { id: number; key: string; role: 'user' | 'admin' | 'root' };

/** What somebody owns, by its ids, for the calls that name it. */
export type Content = {
  owner: number;
  company_id: number;
  serial: string;
  device_id: number;
  group: number;
  message: number;
  audio: { id: number; sha256: string };
  playlist: number;
  station: number;
  word: number;
  template: number;
  schedule: number;
  run_id: string;
  command_run_id: string;
  command_id: string;
};

export type Installation = { people: Person[]; owners: Person[]; contents: Map<number, Content> };

/** Each statement works on the schema of the baseline, and needs nothing of the api. */
const ADD_PEOPLE = `
  with made as (
    insert into users (name, email, password_hash, role, email_confirm, created_at)
    select 'Person ' || n, 'person-' || n || '@belfry.test', '', case when n <= ${ADMINS} then 'admin' else 'user' end, true,
      timestamptz '2026-01-01T00:00:00Z' + n * interval '1 min'
    from generate_series(1, ${PEOPLE}) n order by n
    returning id, role
  ), keyed as (
    insert into user_keys (user_id, key_hash, expires_at)
    select p.id, k.key_hash, now() + interval '1 day'
    from (select id, row_number() over (order by id) as n from made) p
    join unnest($1::bytea[]) with ordinality k (key_hash, n) using (n)
  )
  select id, role from made order by id`;

/** Trees of three companies with four device nodes each, and a device at each node and beside the tree. Parameter: owners. */
const ADD_TREES = [
  `insert into companies (user_id, type, level, name, time_zone)
   select o, 'Main', 0, 'Chain ' || n, 'Europe/Riga' from unnest($1::int[]) with ordinality u (o, n)`,
  `insert into companies (user_id, type, level, name, parent_company_id, main_company_id, city)
   select m.user_id, 'Company', 1, 'Shop ' || n, m.company_id, m.company_id, 'Riga'
   from companies m cross join generate_series(1, 3) n where m.level = 0 and m.user_id = any($1)`,
  `insert into companies (user_id, type, level, name, parent_company_id, main_company_id)
   select s.user_id, 'Device', 2, 'Speaker ' || n, s.company_id, s.main_company_id
   from companies s cross join generate_series(1, 4) n where s.level = 1 and s.user_id = any($1)`,
  `with made as (
     insert into devices (serial, device_mode, user_id, company_id, note, tags, created_at)
     select '0000-0000-' || lpad((9000 - o.n)::text, 4, '0') || '-' || lpad(row_number() over (partition by o.o)::text, 4, '0'), 'active', o.o,
       c.company_id, 'note ' || coalesce(c.name, 'none'), array['till'], timestamptz '2026-02-01T00:00:00Z'
     from unnest($1::int[]) with ordinality o (o, n)
     left join lateral (
       select company_id, name from companies where user_id = o.o and level = 2
       union all select null, null
     ) c on true
     returning device_id
   )
   insert into device_state (device_id, hostname, device_version, last_seen)
   select device_id, 'host-' || device_id, '1.' || device_id % 3, timestamptz '2026-03-01T00:00:00Z' from made`,
  `insert into announcement_runs (run_id, kind, user_id, title, priority, state, at, ended_at, created_at, targets)
   select gen_random_uuid(), 'say', o, 'Attention ' || n, 'say_now', 'finished', t.at, t.at + interval '1 min', t.at, '{"nodes":[],"groups":[],"devices":[]}'
   from unnest($1::int[]) o cross join generate_series(1, 5) n
   cross join lateral (select timestamptz '2026-03-02T00:00:00Z' + n * interval '1 h' as at) t`,
  `insert into announcement_parts (run_id, part, text, language, voice) select run_id, 0, 'Attention', 'en', 'en-US-Standard-A' from announcement_runs`,
  `insert into announcement_deliveries (run_id, device_id, user_id, company_id, place, part, state, language, voice, at, time_zone, local_at, finished_at)
   select r.run_id, d.device_id, d.user_id, d.company_id, 'Shop / Speaker', 0, 'finished', 'en', 'en-US-Standard-A', r.at, 'Europe/Riga',
     r.at at time zone 'Europe/Riga', r.ended_at
   from announcement_runs r join devices d using (user_id) where d.company_id is not null`,
  `with made as (
     insert into commands (id, command, params, target, issued_by, issued_at, expires_at)
     select gen_random_uuid(), 'reboot', '{}', t.target, o, t.at, t.at + interval '15 s'
     from unnest($1::int[]) o cross join (values ('device', timestamptz '2026-03-03T00:00:00Z'), ('run', timestamptz '2026-03-04T00:00:00Z')) t (target, at)
     returning *
   ), run as (
     insert into command_runs (id, issued_by, state, wave_size, pause_s, max_error_rate, queue_offline, devices, waves, created_at, finished_at)
     select id, issued_by, 'finished', 10, 0, 1, false, 12, 2, issued_at, expires_at from made where target = 'run' returning id, issued_by
   ), reached as (
     insert into command_run_devices (run_id, device_id, wave)
     select run.id, d.device_id, d.device_id % 2 from run join devices d on d.user_id = run.issued_by and d.company_id is not null
   )
   insert into command_deliveries (command_id, device_id, state, success, issued_at, settled_at, expires_at, deadline_at)
   select m.id, d.device_id, 'succeeded', true, m.issued_at, m.expires_at, m.expires_at, m.expires_at
   from made m join devices d on d.user_id = m.issued_by and d.company_id is not null`,
  `insert into outgoing_messages (channel, kind, user_id, recipient, lang, subject, text, state, created_at, sent_at, due_at)
   select 'mail', 'device_claim', o, 'person@belfry.test', 'en', 'Subject', 'Text', 'sent', timestamptz '2026-03-05T00:00:00Z',
     timestamptz '2026-03-05T00:00:01Z', timestamptz '2026-03-05T00:00:00Z'
   from unnest($1::int[]) o`,
];

const DAY_MS = 86_400_000;
/** Days from now, at noon: within a week, and not while the test runs. */
const NEXT_WEEK = `${new Date(Date.now() + 6 * DAY_MS).toISOString().slice(0, 10)}T12:00`;
const HOLIDAYS = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Belfry//EN',
  'BEGIN:VEVENT',
  'UID:1@belfry.test',
  'DTSTART;VALUE=DATE:20261224',
  'SUMMARY:Christmas Eve',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');

/** Fills the database of a release with 500 people, and the things of some of them through its api. */
export async function createInstallation(
  pool: pg.Pool,
  api: Pick<HttpClient, 'call'>,
  root: Person,
): Promise<Installation> {
  const keys = Array.from({ length: PEOPLE }, createKey);
  const { rows } = await pool.query<Omit<Person, 'key'>>(ADD_PEOPLE, [keys.map(hashKey)]);
  const people = rows.map(({ id, role }, at): Person => ({ id, role, key: keys[at] ?? '' }));
  const owners = [root, ...people.filter(({ role }) => role === 'user').slice(0, OWNERS)];
  const ids = owners.map(({ id }) => id);
  for (const statement of ADD_TREES) await pool.query(statement, statement.includes('$1') ? [ids] : []);
  const contents = new Map<number, Content>();
  for (const owner of owners.slice(0, WITH_CONTENT)) contents.set(owner.id, await createContent(pool, api, owner));
  return { people: [root, ...people], owners, contents };
}

const FIND = `
  select m.company_id, d.serial, d.device_id, r.run_id::text, c.id::text as command_run_id, e.id::text as command_id,
    array(select company_id from companies where user_id = $1 and level = 2 order by company_id) as nodes
  from companies m
  join lateral (select serial, device_id from devices where user_id = $1 and company_id is not null order by device_id limit 1) d on true
  join lateral (select run_id from announcement_runs where user_id = $1 order by at limit 1) r on true
  join commands c on c.issued_by = $1 and c.target = 'run'
  join commands e on e.issued_by = $1 and e.target = 'device'
  where m.user_id = $1 and m.level = 0`;

async function createContent(pool: pg.Pool, api: Pick<HttpClient, 'call'>, owner: Person): Promise<Content> {
  const { rows } = await pool.query<Omit<Content, 'audio' | 'owner'> & { nodes: number[] }>(FIND, [owner.id]);
  const [found] = rows;
  if (!found) throw new Error('the owner has no tree');
  const { nodes, ...known } = { ...found, owner: owner.id };
  const { company_id, serial } = known;
  const idOf = async (made: Promise<{ status: number; body: { id: number } }>): Promise<number> =>
    (await success(made as Promise<{ status: number; body: { id: number }; headers: Headers }>)).id;
  const message = (await createMessage(api, owner, { emergency: true })).id;
  const { id, sha256 } = await success(uploadAudio(api, owner, tone('mp3')));
  const bell = {
    name: 'Bell',
    action: { type: 'message', message_id: message },
    starts_at: NEXT_WEEK,
    rrule: 'FREQ=WEEKLY',
    targets: { nodes: [company_id] },
  };
  const playlist = await idOf(api.call(playlistsHttp.create, owner, { name: 'Songs', audio_ids: [id] }));
  const station = { name: 'News', url: 'http://127.0.0.1:9/live' };
  const person = { name: 'Anna', email: 'anna@belfry.test', phone: null, language: 'en' };
  const night = { days: [1], from: '02:00', to: '03:00', playlist_id: playlist, station_id: null, volume: 50 };
  await success(api.call(holidaysHttp.upload, owner, { name: 'Holidays' }, { body: HOLIDAYS }));
  await success(api.call(responsiblePeopleHttp.replace, owner, { company_id, people: [person] }));
  await success(api.call(dayProgrammeHttp.change, owner, { company_id, windows: [night] }));
  await success(api.call(configurationHttp.save, owner, { serial, reboot_at_night: true }));
  return {
    ...known,
    message,
    audio: { id, sha256 },
    playlist,
    station: await idOf(api.call(stationsHttp.create, owner, station)),
    word: await idOf(api.call(dictionaryHttp.create, owner, { language: 'en', word: 'Belfry', spoken: 'bell free' })),
    template: await idOf(api.call(templatesHttp.create, owner, { name: 'Late', text: 'The lesson begins later' })),
    group: await idOf(api.call(groupsHttp.create, owner, { name: 'Tills', devices: nodes.slice(0, 5) })),
    schedule: await idOf(api.call(schedulesHttp.create, owner, bell)),
  };
}
