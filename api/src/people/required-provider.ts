import type { Role } from '@belfry/schemas/domain/roles';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/database.ts';

/**
 * The name of the identity provider with which a person must sign in instead of a password; undefined for everybody else.
 * Administrators, and the owner of the organisation, may always use a password, so that a provider that is away locks nobody out
 * who could repair it; see SSO-7.
 */
export async function findRequiredProvider(
  db: Kysely<Database>,
  { id, role }: { id: number; role: Role },
): Promise<string | undefined> {
  if (role !== 'user') return undefined;
  const { rows } = await sql<{ name: string }>`
    select p.name from identity_providers p
    where not p.passwords_allowed and p.owner_id <> ${id} and (
      exists (select from user_identities i where i.provider_id = p.provider_id and i.user_id = ${id})
      or exists (
        select from directory_people d where d.provider_id = p.provider_id and d.user_id = ${id} and d.deleted_at is null and d.made_account)
    )
    order by p.provider_id limit 1`.execute(db);
  return rows[0]?.name;
}
