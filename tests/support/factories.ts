import { createKey, hashKey } from '@belfry/api/lib/keys';
import { FACTORY_COST, hashPassword } from '@belfry/api/lib/password-hash';
import { insertKey } from '@belfry/api/features/accounts/keys.repository';
import { insertCompany, type NewCompany, type NodePosition } from '@belfry/api/features/companies/companies.repository';
import { defaultChildType } from '@belfry/api/features/companies/tree-rules';
import { insertUsers, type NewUser } from '@belfry/api/people/users.repository';
import { insertDevice, type NewDevice } from '@belfry/api/features/devices/devices.repository';
import { insertElements, insertGroup, type GroupRow } from '@belfry/api/features/groups/groups.repository';
import type { Database } from '@belfry/api/db/database';
import { randomSerial } from '@belfry/schemas/domain/serial';
import type { Insertable, Kysely } from 'kysely';

type Store = { db: Kysely<Database> };

export const PASSWORD = 'Secret-1';
let created = 0;

export type TestUser = { id: number; email: string; password: string; key: string };

/** A user with a confirmed email address, the password PASSWORD, and a valid key. */
export async function createUser({ db }: Store, overrides: Partial<NewUser> = {}): Promise<TestUser> {
  created += 1;
  const email = overrides.email ?? `user-${created}@belfry.test`;
  const defaults = { name: `User ${created}`, email, role: 'user', email_confirm: true } as const;
  const password_hash = await hashPassword(PASSWORD, FACTORY_COST);
  const [user] = await insertUsers(db, [{ ...defaults, password_hash, ...overrides }]);
  if (!user) throw new Error(`the email address ${email}, or the phone number, is taken`);
  const key = createKey();
  await insertKey(db, { user_id: user.id, key_hash: hashKey(key), ip: '127.0.0.1', user_agent: null });
  return { id: user.id, email, password: PASSWORD, key };
}

export const createAdmin = (store: Store, overrides: Partial<NewUser> = {}): Promise<TestUser> =>
  createUser(store, { role: 'admin', ...overrides });

export type TestDevice = { device_id: number; serial: string; pass: string; device_key: string };

/** An enrolled device in mode active, without owner, that has never connected. `pass` and `device_key` are in clear text. */
export async function createDevice(
  { db }: Store,
  { pass = 'pass-1', ...overrides }: Partial<NewDevice> & { pass?: string } = {},
): Promise<TestDevice> {
  const serial = overrides.serial ?? randomSerial();
  const device_key = createKey();
  const device_id = await insertDevice(db, {
    serial,
    device_type: 'audio',
    device_mode: 'active',
    company_id: null,
    user_id: null,
    note: null,
    email: null,
    pass_hash: await hashPassword(pass, FACTORY_COST),
    key_hash: hashKey(device_key),
    ...overrides,
  });
  if (device_id === undefined) throw new Error(`the serial ${serial} is taken`);
  return { device_id, serial, pass, device_key };
}

/** Many devices in one statement, none of which can connect. */
export async function createDevices({ db }: Store, devices: Insertable<Database['devices']>[]): Promise<void> {
  const made = await db.insertInto('devices').values(devices).returning('device_id').execute();
  await db.insertInto('device_state').values(made).execute();
}

/** A device that has not enrolled yet. */
export const createNewDevice = (
  store: Store,
  overrides: Parameters<typeof createDevice>[1] = {},
): Promise<TestDevice> => createDevice(store, { key_hash: null, device_mode: 'new', ...overrides });

/** A main company of this user, or with `below` a child of that node with its owner and the first type allowed there; its settings are inherited. */
export async function createCompany(
  { db }: Store,
  { below, ...overrides }: Partial<NewCompany> & { below?: NodePosition },
): Promise<NodePosition> {
  created += 1;
  const place = below
    ? {
        parent_company_id: below.company_id,
        main_company_id: below.tree_id,
        level: below.level + 1,
        user_id: below.user_id,
        type: defaultChildType(below.type),
      }
    : { level: 0, type: 'Main' as const };
  return insertCompany(db, {
    name: `Company ${created}`,
    user_id: 0,
    ...place,
    ...overrides,
  });
}

/** A group of this user that contains these device nodes. */
export async function createGroup(
  { db }: Store,
  { user_id, name, devices = [] }: { user_id: number; name?: string; devices?: readonly NodePosition[] },
): Promise<GroupRow> {
  created += 1;
  const group = await insertGroup(db, user_id, name ?? `Group ${created}`);
  if (!group) throw new Error(`the name ${name} is taken`);
  const nodes = devices.map(({ company_id }) => company_id);
  await insertElements(db, group.id, nodes);
  return group;
}

/** A company in Riga with so many device nodes below it. */
export async function createSpeakers(store: Store, user: Pick<TestUser, 'id'>, count: number) {
  const main = await createCompany(store, { user_id: user.id });
  const company = await createCompany(store, { below: main, type: 'Company', city: 'Riga', street: 'Brīvības' });
  const nodes = [];
  for (let n = 1; n <= count; n += 1) nodes.push(await createCompany(store, { below: company, name: `Speaker ${n}` }));
  return { main, company, nodes, ids: nodes.map(({ company_id }) => company_id) };
}
