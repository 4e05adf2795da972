import { companiesHttp, type CompanyInfo, type MainCompany } from '@belfry/schemas/http/companies/companies';
import type { EffectiveSettings } from '@belfry/schemas/http/places/effective-settings';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { Reply, type Wire } from '../../http/routes/route.ts';
import { findPermittedOwner } from '../../people/owner-access.ts';
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
  serve(companiesHttp.listMain, { access: 'signed-in', policy: canReadNode }, ({ deps, user, policy, query }) =>
    listMainCompanies(deps, user, policy, query.user_id),
  ),
  serve(companiesHttp.tree, { access: 'signed-in', policy: canReadNode }, async ({ deps, user, policy, body }) =>
    Reply.json(await readTree(deps, user, policy, body.company_id)),
  ),
  serve(companiesHttp.info, { access: 'signed-in', policy: canReadNode }, ({ deps, user, policy, body }) =>
    readInfo(deps, user, policy, body.company_id),
  ),
  serve(
    companiesHttp.effectiveSettings,
    { access: 'signed-in', policy: canReadNode },
    ({ deps, user, policy, params }) => readEffectiveSettings(deps, user, policy, params.company_id),
  ),
];

/** The main companies of the caller, or of a user whom an administrator names. */
async function listMainCompanies(
  { db, long }: Deps,
  user: Principal,
  policy: OwnerPolicy,
  ownerId: number | undefined,
): Promise<MainCompany[]> {
  const owner = await findPermittedOwner(db, user, ownerId, policy);
  return long.read(user.id, ({ db }) => findMainCompanies(db, owner));
}

/** A node with its subtree as JSON text. Throws not_found for a node that the policy does not permit. */
async function readTree({ db, long }: Deps, user: Principal, policy: OwnerPolicy, id: number): Promise<string> {
  const place = await findPermittedCompany(db, user, id, policy);
  return long.read(user.id, ({ db }) => readTreeJson(db, place));
}

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

/** Each setting of a node with the node that sets it. Throws not_found for a node that the policy does not permit. */
async function readEffectiveSettings(
  { db }: Deps,
  user: Principal,
  policy: OwnerPolicy,
  id: number,
): Promise<EffectiveSettings> {
  await findPermittedCompany(db, user, id, policy);
  const settings = (await findEffectiveSettings(db, [id])).get(id);
  if (!settings) throw notFound('Company not found');
  return settings;
}
