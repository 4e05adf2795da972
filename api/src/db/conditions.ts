import { sql, type RawBuilder } from 'kysely';
import type { VisibleOwners } from '../policies/owners.ts';

/**
 * A condition: the object is one that the caller finds. Every statement that loads objects of several people contains it.
 * @param column the id of the owner, such as `r.user_id`; a constant of the code, never input
 */
export function ownedBy(owners: VisibleOwners, column: string): RawBuilder<boolean> {
  if (owners.kind === 'all') return sql<boolean>`true`;
  const owner = sql.ref(column);
  if (owners.kind === 'own') return sql<boolean>`${owner} = ${owners.id}::int`;
  return sql<boolean>`not exists (select from users root_owner where root_owner.id = ${owner} and root_owner.role = 'root')`;
}

/** Escapes the wildcards of `like`. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
