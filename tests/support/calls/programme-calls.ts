import type { Database } from '@belfry/api/db/database';
import type { Message } from '@belfry/schemas/http/library/texts';
import type { Programme } from '@belfry/schemas/http/schedules/programme';
import type { Kysely } from 'kysely';
import { deviceAuthorization } from '../device-authorization.ts';
import { createCompany, createDevice, type TestDevice, type TestUser } from '../factories.ts';
import type { HttpClient } from '../http-client.ts';
import { until } from '../until.ts';
import { messagesHttp } from '@belfry/schemas/http/library/texts';

type Api = HttpClient & { db: Kysely<Database> };
export type School = { main: number; node: number; device: TestDevice };

/** A main company with a node in a time zone, and a device there. */
export async function createSchool(api: Api, owner: TestUser, time_zone = 'Europe/Berlin'): Promise<School> {
  const main = await createCompany(api, { user_id: owner.id });
  await api.db.updateTable('companies').set({ time_zone }).where('company_id', '=', main.company_id).execute();
  const company = await createCompany(api, { below: main, type: 'Company' });
  const { company_id: node } = await createCompany(api, { below: company, name: 'Hall' });
  return { main: main.company_id, node, device: await createDevice(api, { user_id: owner.id, company_id: node }) };
}

/** A message in English, which the places with a Russian voice hear as a fallback. */
export async function createMessage(api: Api, owner: TestUser, overrides: object = {}): Promise<Message> {
  const body = { name: 'Bell', variants: [{ language: 'en', text: 'The lesson begins' }], ...overrides };
  const created = await api.call(messagesHttp.create, owner, { ...body });
  if (created.status !== 201) throw new Error(`the message was refused: ${JSON.stringify(created.body)}`);
  return created.body;
}

export const fetchProgramme = (api: HttpClient, device: TestDevice, etag?: string) =>
  api.get<Programme>('/api/devices/programme', {
    headers: { authorization: deviceAuthorization(device), ...(etag !== undefined && { 'if-none-match': etag }) },
  });

/** The programme of a device as soon as it holds. */
export async function programmeOf(
  api: HttpClient,
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
export const settled = (api: Api): Promise<unknown> =>
  until(
    'everything is compiled',
    async () => [
      ...(await api.db
        .selectFrom('programme_owners')
        .selectAll()
        .where((eb) => eb.or([eb('lease', 'is not', null), eb('rendering_at', 'is not', null)]))
        .execute()),
      // After the owners, because the end of a rendering makes programmes stale: in the other order both could be missed.
      ...(await api.db.selectFrom('stale_programmes').selectAll().execute()),
    ],
    (rows) => rows.length === 0,
  );

/** `2026-11-23`, so many days from today in UTC. */
export const dateIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
