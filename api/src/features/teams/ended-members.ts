import { auditAsSystem } from '../../audit/audit-log.repository.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { rightsChanged } from './member-effects.ts';
import { deleteEndedMembers } from './members.repository.ts';

const BATCH = 200;

/** The memberships gave no rights since their end. Connections that they allowed are ended now. */
export async function endPassedMemberships(
  deps: Pick<Deps, 'auth' | 'broker' | 'db' | 'directory' | 'events'>,
): Promise<void> {
  for (;;) {
    const ended = await transact(deps.db, async (trx) => {
      const ended = await deleteEndedMembers(trx, BATCH);
      await auditAsSystem(
        trx,
        ended.map(({ member_id, company_id, owner_id, user_id, role }) => ({
          action: 'member.expire' as const,
          object_kind: 'member',
          object_id: member_id,
          company_id,
          owner_id,
          details: { company_id, member: user_id, role },
        })),
      );
      return ended;
    });
    await rightsChanged(deps, [...new Set(ended.map(({ user_id }) => user_id))]);
    if (ended.length < BATCH) return;
  }
}
