import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import type { NodeRole } from '@belfry/schemas/domain/rights';
import { ownInvitationsHttp } from '@belfry/schemas/http/teams/own-invitations';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { createCompany, createUser, type TestUser } from './factories.ts';
import type { TestApi } from './api.ts';
import { type HttpClient, success } from './http-client.ts';

type Granted = { role: NodeRole; may_emergency?: boolean; expires_at?: string | null };

/** Makes a user a member of a node: its owner invites, and the user accepts. @returns the id of the membership */
export async function makeMember(
  api: Pick<HttpClient, 'call'>,
  owner: TestUser,
  node: Pick<NodePosition, 'company_id'>,
  { user, ...granted }: Granted & { user: TestUser },
): Promise<number> {
  const body = { company_id: node.company_id, email: user.email, ...granted };
  const added = await api.call(teamsHttp.add, owner, body);
  const { member_id, invitation_id } = added.body;
  if (added.status === 201 && member_id !== undefined) return member_id;
  if (added.status === 201 && invitation_id !== undefined)
    return (await success(api.call(ownInvitationsHttp.accept, user, { invitation_id }))).member_id;
  throw new Error(`adding a member answered ${added.status}: ${JSON.stringify(added.body)}`);
}

/** A main company of a new owner with two shops, each with a company and a node for a device. */
export async function createShops(api: Pick<TestApi, 'db'>) {
  const owner = await createUser(api);
  const main = await createCompany(api, { user_id: owner.id, name: 'Chain' });
  const shop = async (name: string) => {
    const company = await createCompany(api, { below: main, type: 'Company', name });
    return { company, node: await createCompany(api, { below: company, name: `Speaker of ${name}` }) };
  };
  return { owner, main, own: await shop('Shop 12'), other: await shop('Shop 13') };
}

/** A new person who is a member of a node. */
export async function createMember(
  api: Pick<TestApi, 'call' | 'db'>,
  owner: TestUser,
  node: Pick<NodePosition, 'company_id'>,
  granted: Granted,
): Promise<TestUser> {
  const user = await createUser(api);
  await makeMember(api, owner, node, { user, ...granted });
  return user;
}

/**
 * Ends a membership without the note that its rights became fewer. An api looks for such notes twice a second, so a test that stops the
 * work of the member itself would race with it.
 */
export async function endUnnoted({ db }: Pick<TestApi, 'db'>, member_id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { user_id } = await trx
      .deleteFrom('memberships')
      .where('member_id', '=', member_id)
      .returning('user_id')
      .executeTakeFirstOrThrow();
    await trx.deleteFrom('ended_rights').where('user_id', '=', user_id).execute();
  });
}
