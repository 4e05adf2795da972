import type { Deps } from '../../deps.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { findPermittedOwner } from '../../people/owner-access.ts';
import { canReadAnnouncementsOf, ofOwner, type OwnersPolicy, type VisibleOwners } from '../../policies/owners.ts';

/**
 * The owners whose places are evaluated. Throws forbidden where a user who is no administrator names somebody whose member they are not,
 * and user_not_found.
 */
export async function ownersOf(
  { db }: Pick<Deps, 'db'>,
  policy: OwnersPolicy,
  user: Principal,
  named: number | undefined,
): Promise<VisibleOwners> {
  const owners = policy(user);
  if (named === undefined) return owners;
  return ofOwner(owners, await findPermittedOwner(db, user, named, canReadAnnouncementsOf));
}
