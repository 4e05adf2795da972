import { companiesHttp, type CompanyInfo } from '@belfry/schemas/http/companies/companies';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { Reply, type Wire } from '../../http/routes/route.ts';
import { findListedOwners } from '../../people/owner-access.ts';
import { canReadNode, type OwnerPolicy, readableNodes } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { findEffectiveSettings } from '../places/index.ts';
import { findCompanyInfo, findMainCompanies, readTreeJson, searchCompanies } from './companies.repository.ts';
import { findPermittedCompany } from './company-access.ts';
import { offsetOf } from './tree-rules.ts';

export const readingRoutes = [
  serve(companiesHttp.search, { access: 'signed-in', policy: readableNodes }, ({ deps, user, policy, query }) =>
    deps.long.read(user.id, ({ db }) => searchCompanies(db, query, policy(user))),
  ),
  serve(companiesHttp.listMain, { access: 'signed-in', policy: canReadNode }, async ({ deps, user, policy, query }) => {
    const owners = await findListedOwners(deps.db, user, query.user_id, { policy, visible: readableNodes });
    return deps.long.read(user.id, ({ db }) => findMainCompanies(db, owners));
  }),
  serve(
    companiesHttp.tree,
    { access: 'signed-in', policy: canReadNode, audit: 'none: it reads' },
    async ({ deps, user, policy, body }) => {
      const node = await findPermittedCompany(deps.db, user, body.company_id, policy);
      return Reply.json(await deps.long.read(user.id, ({ db }) => readTreeJson(db, node)));
    },
  ),
  serve(
    companiesHttp.info,
    { access: 'signed-in', policy: canReadNode, audit: 'none: it reads' },
    ({ deps, user, policy, body }) => readInfo(deps, user, policy, body.company_id),
  ),
  serve(
    companiesHttp.effectiveSettings,
    { access: 'signed-in', policy: canReadNode },
    async ({ deps: { db }, user, policy, params: { company_id } }) => {
      await findPermittedCompany(db, user, company_id, policy);
      const settings = (await findEffectiveSettings(db, [company_id])).get(company_id);
      if (!settings) throw notFound('Company not found');
      return settings;
    },
  ),
];

/** One node with its settings. Throws not_found for a node that the policy does not permit. */
export async function readInfo(
  { db }: Deps,
  user: Principal,
  policy: OwnerPolicy,
  id: number,
): Promise<Wire<CompanyInfo>> {
  await findPermittedCompany(db, user, id, policy);
  const [info, effective] = [await findCompanyInfo(db, id), (await findEffectiveSettings(db, [id])).get(id)];
  if (!info || !effective) throw notFound('Company not found');
  return {
    ...info,
    time_zone_utc: offsetOf(effective.time_zone.value),
    default_language: effective.language.value,
    default_voice: effective.voice.value,
  };
}
