import { createKey, hashKey } from '@belfry/api/lib/keys';
import { FACTORY_COST, hashPassword } from '@belfry/api/lib/password-hash';
import { insertKey } from '@belfry/api/features/auth/user-keys.repository';
import { insertCompany, type NewCompany, type Place } from '@belfry/api/features/companies/companies.repository';
import { typeBelow } from '@belfry/api/features/companies/placement';
import { insertDevice, type NewDevice } from '@belfry/api/features/devices/devices.repository';
import { insertElements, insertGroup, type GroupRow } from '@belfry/api/features/groups/groups.repository';
import { insertUser, type NewUser } from '@belfry/api/features/users/users.repository';
import type { Database } from '@belfry/api/db/database';
import { randomSerial } from '@belfry/schemas/domain/serial';
import type { Kysely } from 'kysely';

type Store = { db: Kysely<Database> };

export const PASSWORD = 'Secret-1';
let made = 0;

export type TestUser = { id: number; email: string; password: string; key: string };

/** A person with a confirmed mail, the password PASSWORD, and a key as if just signed in. */
export async function createUser({ db }: Store, overrides: Partial<NewUser> = {}): Promise<TestUser> {
  made += 1;
  const email = overrides.email ?? `person-${made}@belfry.test`;
  const user = await insertUser(db, {
    name: `Person ${made}`,
    email,
    password_hash: await hashPassword(PASSWORD, FACTORY_COST),
    role: 'user',
    email_confirm: true,
    ...overrides,
  });
  if (!user) throw new Error(`the mail ${email} is taken`);
  const key = createKey();
  await insertKey(db, { user_id: user.id, key_hash: hashKey(key), ip: '127.0.0.1', user_agent: null });
  return { id: user.id, email, password: PASSWORD, key };
}

export const createAdmin = (store: Store, overrides: Partial<NewUser> = {}): Promise<TestUser> =>
  createUser(store, { role: 'admin', ...overrides });

export type TestDevice = { device_id: number; serial: string; pass: string; device_key: string };

/** An enrolled device in mode active, nobody's own, that has never connected. `pass` and `device_key` are in clear. */
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

/** A main company of this person; with a parent a node below it, of the type that fits first and the parent's owner. */
export async function createCompany(
  { db }: Store,
  { below, ...overrides }: Partial<NewCompany> & { below?: Place },
): Promise<Place> {
  made += 1;
  const place = below
    ? {
        parent_company_id: below.company_id,
        main_company_id: below.tree_id,
        level: below.level + 1,
        user_id: below.user_id,
        type: typeBelow(below.type),
      }
    : { level: 0, type: 'Main' as const };
  return insertCompany(db, {
    name: `Company ${made}`,
    time_zone_utc: 180,
    default_language: 'ru',
    default_voice: 'ru-RU-Standard-A',
    user_id: 0,
    ...place,
    ...overrides,
  });
}

/** A group of this person's with these device nodes in it. */
export async function createGroup(
  { db }: Store,
  { user_id, name, devices = [] }: { user_id: number; name?: string; devices?: readonly Place[] },
): Promise<GroupRow> {
  made += 1;
  const group = await insertGroup(db, user_id, name ?? `Group ${made}`);
  if (!group) throw new Error(`the name ${name} is taken`);
  const nodes = devices.map(({ company_id }) => company_id);
  await insertElements(db, group.id, nodes);
  return group;
}
