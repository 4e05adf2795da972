import type { LetInBody } from '@belfry/schemas/http/teams/people';
import type { Actor } from '../../audit/audit-log.repository.ts';
import { transact } from '../../db/transact.ts';
import { fieldError } from '../../errors.ts';
import { findGrantable, requireGrantable } from '../../people/granting.ts';
import { findConfirmedUser } from '../../people/users.repository.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import { companiesChanged, type NodePosition } from '../companies/index.ts';
import { rightsChanged } from './member-effects.ts';
import { inviteToPlaces, type Wanted } from './member-invitations.service.ts';
import { findManagedNode, join, membershipOf, type TeamDeps } from './membership.ts';
import { belongsTo } from './members.repository.ts';

type Grant = { node: NodePosition; wanted: Wanted };

/**
 * Gives somebody roles at several places: checked all before any is given. Of an organisation in which they are not they are invited by one mail.
 * Throws not_found, forbidden, conflict, unprocessable, rate_limited.
 */
export async function letIn(
  deps: TeamDeps,
  actor: Actor,
  policy: OwnerPolicy,
  { email, lang, expires_at, places }: LetInBody,
): Promise<{ members: number; invitations: number }> {
  const { user } = actor;
  if (new Set(places.map(({ company_id, role }) => `${company_id} ${role}`)).size < places.length)
    throw fieldError('unprocessable', 'places', 'A place is named twice with the same role');
  const grants: Grant[] = [];
  for (const { company_id, role, may_emergency } of places) {
    const node = await findManagedNode(deps.db, user, company_id, policy);
    const granted = membershipOf({ role, may_emergency, expires_at });
    requireGrantable(await findGrantable(deps.db, user, node, policy), granted.rights, granted.expires_at);
    grants.push({ node, wanted: { email, lang, role, may_emergency, expires_at } });
  }
  const person = await findConfirmedUser(deps.db, email);
  const [at, after]: [Grant[], Grant[]] = [[], []];
  for (const grant of grants) {
    const consents = person && (user.role === 'root' || (await belongsTo(deps.db, person.id, grant.node.user_id)));
    (consents ? at : after).push(grant);
  }
  if (person && at.length > 0) {
    await transact(deps.db, async (trx) => {
      for (const { node, wanted } of at) {
        const member = {
          company_id: node.company_id,
          user_id: person.id,
          ...membershipOf(wanted),
          created_by: user.id,
        };
        await join(trx, actor, node, member);
      }
    });
    for (const { node } of at) companiesChanged(deps, node);
    await rightsChanged(deps, [person.id]);
  }
  for (const ofOwner of Map.groupBy(after, ({ node }) => node.user_id).values())
    await inviteToPlaces(deps, actor, ofOwner);
  return { members: at.length, invitations: after.length };
}
