import type { Database } from '@belfry/api/db/database';
import { programmeHttp, type Programme } from '@belfry/schemas/http/schedules/programme';
import type { Kysely } from 'kysely';
import { deviceAuthorization } from './device-authorization.ts';
import { createCompany, createDevice, type TestDevice, type TestUser } from './factories.ts';
import type { HttpClient } from './http-client.ts';
import { until } from './until.ts';

type Store = { db: Kysely<Database> };
export type School = { main: number; node: number; device: TestDevice };

/** A main company with a node in a time zone, and a device there. */
export async function createSchool(store: Store, owner: TestUser, time_zone = 'Europe/Berlin'): Promise<School> {
  const main = await createCompany(store, { user_id: owner.id });
  await store.db.updateTable('companies').set({ time_zone }).where('company_id', '=', main.company_id).execute();
  const company = await createCompany(store, { below: main, type: 'Company' });
  const { company_id: node } = await createCompany(store, { below: company, name: 'Hall' });
  return { main: main.company_id, node, device: await createDevice(store, { user_id: owner.id, company_id: node }) };
}

/** The body of a schedule of silence every weekday at 08:00, which refers to nothing in the library. */
export const scheduleBody = (nodes: number[], overrides: object = {}) => ({
  name: 'Quiet lessons',
  action: { type: 'silence' },
  starts_at: '2026-11-23T08:00',
  duration_minutes: 45,
  rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  targets: { nodes },
  ...overrides,
});

/** The programme of a device as the device fetches it. @param etag of the programme that it has */
export const fetchProgramme = (api: Pick<HttpClient, 'call'>, device: TestDevice, etag?: string) =>
  api.call(
    programmeHttp.ownProgramme,
    { key: deviceAuthorization(device) },
    {},
    { headers: etag === undefined ? {} : { 'if-none-match': etag } },
  );

/** The programme of a device as soon as it holds. */
export async function programmeOf(
  api: Pick<HttpClient, 'call'>,
  device: TestDevice,
  what: string,
  holds: (programme: Programme) => boolean,
): Promise<Programme> {
  const { body } = await until(
    what,
    () => fetchProgramme(api, device),
    ({ status, body: programme }) => status === 200 && holds(programme),
  );
  return body;
}

/** Waits until nothing is stale and no texts are being rendered. */
export const settled = (store: Store): Promise<unknown> =>
  until(
    'everything is compiled',
    async () => [
      ...(await store.db
        .selectFrom('programme_owners')
        .selectAll()
        .where((eb) => eb.or([eb('lease', 'is not', null), eb('rendering_at', 'is not', null)]))
        .execute()),
      // After the owners, because the end of a rendering makes programmes stale: in the other order both could be missed. Of an owner whose
      // programmes fail again and again, only a changed schedule is worked on.
      ...(await store.db
        .selectFrom('stale_programmes as s')
        .leftJoin('programme_owners as o', 'o.user_id', 's.user_id')
        .selectAll('s')
        .where((eb) => eb.or([eb('o.set_aside_at', 'is', null), eb('s.schedule_id', 'is not', null)]))
        .execute()),
    ],
    (rows) => rows.length === 0,
  );

/** `2026-11-23`, so many days from today in UTC. */
export const dateIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
