import type { CompanyInfo, MainCompany } from '@belfry/schemas/http/companies';
import type { AddCompanyBody } from '@belfry/schemas/http/company-changes';
import type { EffectiveSettings } from '@belfry/schemas/http/effective-settings';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import { notFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { Wire } from '../../http/routes/route.ts';
import type { DevicePolicy } from '../../policies/devices.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import { auditForeign, type Actor } from '../audit/index.ts';
import { bindTo, bindingChanged } from '../devices/index.ts';
import { findEffectiveSettings } from '../places/index.ts';
import { checkOwner, findPermittedOwner } from '../users/index.ts';
import type { CompaniesDeps } from './deps.ts';
import {
  findCompanyInfo,
  findMainCompanies,
  insertCompany,
  type NewCompany,
  type Place,
} from './companies.repository.ts';
import { findPermittedCompany, lockPermittedCompany } from './company-access.ts';
import { companiesChanged } from './company-events.ts';
import { offsetOf, storedSettings } from './node-settings.ts';
import { checkPlace, defaultChildType, unprocessable } from './placement.ts';
import { checkMainCompanyCount, checkQuota, checkTreeSize } from './limits.ts';
import { readTreeJson } from './tree-json.sql.ts';

/** The main companies of the caller, or of a user whom an administrator names. */
export async function listMainCompanies(
  { db, long }: CompaniesDeps,
  user: Principal,
  policy: OwnerPolicy,
  ownerId: number | undefined,
): Promise<MainCompany[]> {
  const owner = await findPermittedOwner(db, user, ownerId, policy);
  return long.read(user.id, ({ db }) => findMainCompanies(db, owner));
}

/** A node with its subtree as JSON text. Throws not_found for a node that the policy does not permit. */
export async function readTree(
  { db, long }: CompaniesDeps,
  user: Principal,
  policy: OwnerPolicy,
  id: number,
): Promise<string> {
  const place = await findPermittedCompany(db, user, id, policy);
  return long.read(user.id, ({ pool }) => readTreeJson(pool, place));
}

/** One node with its settings. Throws not_found for a node that the policy does not permit. */
export async function readInfo(
  { db }: CompaniesDeps,
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
  { db }: CompaniesDeps,
  user: Principal,
  policy: OwnerPolicy,
  id: number,
): Promise<EffectiveSettings> {
  await findPermittedCompany(db, user, id, policy);
  const settings = (await findEffectiveSettings(db, [id])).get(id);
  if (!settings) throw notFound('Company not found');
  return settings;
}

/**
 * Creates a node below a parent, or a main company without one. Throws not_found for a parent that the policy does not
 * permit, unprocessable for a violation of the tree's rules, forbidden for another owner.
 */
export async function addCompany(
  deps: CompaniesDeps,
  actor: Actor,
  policy: { node: OwnerPolicy; device: DevicePolicy },
  body: AddCompanyBody,
): Promise<number> {
  const { made, bound } = await transact(deps.db, async (trx) => {
    const add = body.parent_company_id == null ? addMain : addBelow;
    const made = await add(trx, actor, policy.node, body);
    await checkQuota(trx, deps.config, made.user_id, 0);
    const bound = body.serial ? await bindTo(trx, actor.user, policy.device, made, body.serial) : null;
    const details = { name: body.name, type: made.type, serial: bound?.serial };
    const entry = { action: 'company.add', object_kind: 'company', object_id: made.company_id, details } as const;
    await auditForeign(trx, actor, made.user_id, entry);
    return { made, bound };
  });
  companiesChanged(deps, made);
  if (bound) await bindingChanged(deps, bound);
  return made.company_id;
}

async function addMain(
  trx: Kysely<Database>,
  { user }: Actor,
  policy: OwnerPolicy,
  body: AddCompanyBody,
): Promise<Place> {
  if (body.type !== undefined && body.type !== 'Main') {
    throw unprocessable(`${body.type} needs a parent to stand below`, 'parent_company_id');
  }
  const user_id = await findPermittedOwner(trx, user, body.user_id, policy);
  await checkMainCompanyCount(trx, user_id);
  return insertCompany(trx, { ...fieldsOf(body), user_id, type: 'Main', level: 0 });
}

async function addBelow(
  trx: Kysely<Database>,
  { user }: Actor,
  policy: OwnerPolicy,
  body: AddCompanyBody,
): Promise<Place> {
  checkOwner(user, body.user_id);
  const parent = await lockPermittedCompany(trx, user, body.parent_company_id ?? 0, { policy, lock: 'as-parent' });
  const type = body.type ?? defaultChildType(parent.type);
  checkPlace(parent, type);
  await checkTreeSize(trx, parent, 1);
  return insertCompany(trx, {
    ...fieldsOf(body),
    type,
    parent_company_id: parent.company_id,
    main_company_id: parent.tree_id,
    level: parent.level + 1,
    user_id: parent.user_id,
  });
}

type Fields = Omit<NewCompany, 'user_id' | 'type' | 'level'>;

const fieldsOf = (body: AddCompanyBody): Fields => ({
  name: body.name,
  description: body.description ?? null,
  emblem: body.emblem ?? null,
  continent: body.continent ?? null,
  country: body.country ?? null,
  city: body.city ?? null,
  street: body.street ?? null,
  house: body.house ?? null,
  zip: body.zip ?? null,
  device_type: body.device_type ?? null,
  ...storedSettings(body),
});
