import type { IdentityProvider } from '@belfry/schemas/http/single-sign-on/providers';
import { type Kysely, sql } from 'kysely';
import { ownedBy } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import type { VisibleOwners } from '../../policies/owners.ts';

/** How many providers a list has at most: administrators see those of everybody. */
const SHOWN_MAX = 500;

type StoredDomain = Omit<IdentityProvider['domains'][number], 'dns_name'>;
export type StoredProvider = Omit<
  IdentityProvider,
  'created_at' | 'scim_token_made_at' | 'last_refusal_at' | 'domains' | 'redirect_uri' | 'logout_uri' | 'scim_uri'
> & { created_at: Date; scim_token_made_at: Date | null; last_refusal_at: Date | null; domains: StoredDomain[] };

export async function listProviders(
  db: Kysely<Database>,
  owners: VisibleOwners,
  provider_id: number | null = null,
): Promise<StoredProvider[]> {
  const { rows } = await sql<StoredProvider>`
    select p.provider_id, p.owner_id, u.name as owner_name, p.name, p.issuer, p.client_id, p.roles_claim,
      p.passwords_allowed, p.show_on_sign_in, p.trusts_email, p.asks_groups, p.last_refusal, p.last_refusal_at, p.scim_token_made_at, p.created_at, p.revision,
      coalesce(d.domains, '[]') as domains, coalesce(r.rules, '[]') as rules,
      (select count(*)::int from (
        select user_id from user_identities i where i.provider_id = p.provider_id
        union select user_id from directory_people m where m.provider_id = p.provider_id and m.deleted_at is null
      ) as linked) as people,
      (select count(*)::int from user_identities i where i.provider_id = p.provider_id and i.groups_left_out) as groups_left_out
    from identity_providers p
    join users u on u.id = p.owner_id
    left join lateral (
      select json_agg(json_build_object('domain', domain, 'dns_value', dns_value, 'proven_by', proven_by, 'proven_at',
        to_char(proven_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by domain) as domains
      from identity_provider_domains where provider_id = p.provider_id
    ) d on true
    left join lateral (
      select json_agg(json_build_object('value', x.value, 'company_id', x.company_id, 'company_name', c.name,
        'role', x.role, 'may_emergency', x.may_emergency) order by x.value, x.company_id, x.role) as rules
      from identity_provider_rules x join companies c using (company_id) where x.provider_id = p.provider_id
    ) r on true
    where ${ownedBy(owners, 'p.owner_id')} and (${provider_id}::int is null or p.provider_id = ${provider_id})
    order by lower(p.name), p.provider_id limit ${SHOWN_MAX}`.execute(db);
  return rows;
}
