import type { Kysely } from 'kysely';
import type { BrokerGateway } from '../broker-gateway.ts';
import type { Database } from '../db/database.ts';
import type { OrganisationMember } from '../mqtt/console-events.ts';

export async function findMembersOf(db: Kysely<Database>, ownerIds: readonly number[]): Promise<OrganisationMember[]> {
  return db
    .selectFrom('memberships as m')
    .innerJoin('companies as c', 'c.company_id', 'm.company_id')
    .select(['m.user_id', 'c.user_id as owner_id'])
    .distinct()
    .where('c.user_id', 'in', [...ownerIds])
    .where((eb) => eb.or([eb('m.expires_at', 'is', null), eb('m.expires_at', '>', new Date())]))
    .execute();
}

type AccessDeps = {
  broker: Pick<BrokerGateway, 'disconnect'>;
  db: Kysely<Database>;
  directory: { changed: () => void };
};

/**
 * Must be called after a commit that changed which nodes and devices the members of an organisation see without a change of their memberships:
 * a move, or a binding. Totals of their lists are counted again; their consoles reconnect and get a new access list.
 */
export async function memberAccessChanged({ broker, db, directory }: AccessDeps, ownerId: number): Promise<void> {
  directory.changed();
  const members = await findMembersOf(db, [ownerId]);
  if (members.length > 0)
    await broker.disconnect(
      'console',
      members.map(({ user_id }) => user_id),
    );
}
