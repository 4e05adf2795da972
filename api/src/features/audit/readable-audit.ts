import { isAdministrator } from '@belfry/schemas/domain/roles';
import { sql, type RawBuilder } from 'kysely';
import { nodesWithRight } from '../../db/conditions.ts';
import type { Caller } from '../../policies/accounts.ts';
import { managedNodes, type OwnersPolicy } from '../../policies/owners.ts';

/**
 * People read the rows of their organisation, managers also those of nodes of theirs, admins those that concern no root
 * account, and roots all.
 */
export const readableAudit: OwnersPolicy = (caller) => managedNodes(caller);

/** The condition on `a`, a row of audit_log, that `readableAudit` means. The one place for further rights to read rows. */
export function readableRows(caller: Caller, policy: OwnersPolicy): RawBuilder<boolean> {
  const owners = policy(caller);
  if (owners.kind === 'all') return sql<boolean>`true`;
  if (owners.kind === 'own') return sql<boolean>`a.owner_id = ${owners.id}::int`;
  if (owners.kind === 'member')
    return sql<boolean>`(a.owner_id = ${owners.id}::int or a.company_id = any(array(${nodesWithRight(owners.id, owners.right)})))`;
  // The accounts of roots are found once, not for each row.
  return sql<boolean>`not (array[a.user_id, a.acting_as, a.owner_id, case when a.object_kind = 'user' then ${objectNumber} end]
    && (select coalesce(array_agg(r.id), '{}') from users r where r.role = 'root'))`;
}

export const objectNumber = sql<number | null>`case when a.object_id ~ '^[0-9]{1,9}$' then a.object_id::int end`;

/** The owner of an organisation is not told which administrator acted. */
export const readablePerson = (caller: Caller, user: string): RawBuilder<boolean> =>
  isAdministrator(caller.role)
    ? sql<boolean>`${sql.ref(user)} is not null`
    : sql<boolean>`exists (select from users known where known.id = ${sql.ref(user)} and known.role = 'user')`;
