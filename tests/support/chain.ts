import type { Database } from '@belfry/api/db/database';
import { notifyKeysChanged } from '@belfry/api/features/accounts/keys.repository';
import { type NodeRole, rightsOfRole } from '@belfry/schemas/domain/rights';
import type { Kysely } from 'kysely';
import type { TestApi } from './api.ts';
import { createCompany, createDevice, createUser, type TestUser } from './factories.ts';

type NewMember = {
  company_id: number;
  user_id: number;
  role: NodeRole;
  may_emergency?: boolean;
  expires_at?: Date | null;
};

/** Makes somebody a member at a node. @returns the id of the membership */
export async function addMember(
  db: Kysely<Database>,
  { may_emergency = false, expires_at = null, ...member }: NewMember,
): Promise<number> {
  const rights = rightsOfRole(member.role, { mayEmergency: may_emergency });
  const { member_id } = await db
    .insertInto('memberships')
    .values({ ...member, may_emergency, rights, expires_at })
    .returning('member_id')
    .executeTakeFirstOrThrow();
  await notifyKeysChanged(db);
  return member_id;
}

/** Ends a membership, as the api does: other instances learn of it at once. */
export async function endMember(db: Kysely<Database>, memberId: number): Promise<void> {
  await db.deleteFrom('memberships').where('member_id', '=', memberId).execute();
  await notifyKeysChanged(db);
}

/** The nodes of a shop: the company and the hall with its device. */
type Shop = { company: number; hall: number; serial: string };

/** A chain with two shops, and a person of each kind; most members are at the first shop, `neighbour` plans for the second one, and `head` for the whole chain. */
export type Chain = {
  owner: TestUser;
  main: number;
  shop12: Shop;
  shop13: Shop;
  viewer: TestUser;
  planner: TestUser;
  technician: TestUser;
  head: TestUser;
  neighbour: TestUser;
  stranger: TestUser;
};

/** Makes a chain of shops with members; each person is new. */
export async function createChain(api: Pick<TestApi, 'db'>): Promise<Chain> {
  const owner = await createUser(api);
  const top = await createCompany(api, { user_id: owner.id, name: 'Chain' });
  const main = top.company_id;
  const shopOf = async (name: string): Promise<Shop> => {
    const company = await createCompany(api, { below: top, type: 'Company', name });
    const hall = await createCompany(api, { below: company, name: `Hall of ${name}` });
    const { serial } = await createDevice(api, { user_id: owner.id, company_id: hall.company_id });
    return { company: company.company_id, hall: hall.company_id, serial };
  };
  const [shop12, shop13] = [await shopOf('Shop 12'), await shopOf('Shop 13')];
  const memberAt = async (company_id: number, role: NodeRole): Promise<TestUser> => {
    const user = await createUser(api);
    await addMember(api.db, { company_id, user_id: user.id, role });
    return user;
  };
  return {
    owner,
    main,
    shop12,
    shop13,
    viewer: await memberAt(shop12.company, 'viewer'),
    planner: await memberAt(shop12.company, 'planner'),
    technician: await memberAt(shop12.company, 'technician'),
    head: await memberAt(main, 'planner'),
    neighbour: await memberAt(shop13.company, 'planner'),
    stranger: await createUser(api),
  };
}
