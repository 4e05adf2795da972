import type { CompanyInfo, MainCompany } from '@belfry/schemas/http/companies/companies';
import type { EffectiveSettings } from '@belfry/schemas/http/places/effective-settings';
import { notFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { Wire } from '../../http/routes/route.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import { findEffectiveSettings } from '../places/index.ts';
import { findPermittedOwner } from '../accounts/users/index.ts';
import { findCompanyInfo, findMainCompanies } from './companies.repository.ts';
import { findPermittedCompany } from './company-access.ts';
import { offsetOf } from './node-settings.ts';
import { readTreeJson } from './tree-json.sql.ts';
import type { Deps } from '../../deps.ts';

/** The main companies of the caller, or of a user whom an administrator names. */
export async function listMainCompanies(
  { db, long }: Deps,
  user: Principal,
  policy: OwnerPolicy,
  ownerId: number | undefined,
): Promise<MainCompany[]> {
  const owner = await findPermittedOwner(db, user, ownerId, policy);
  return long.read(user.id, ({ db }) => findMainCompanies(db, owner));
}

/** A node with its subtree as JSON text. Throws not_found for a node that the policy does not permit. */
export async function readTree({ db, long }: Deps, user: Principal, policy: OwnerPolicy, id: number): Promise<string> {
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
export async function readEffectiveSettings(
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
