import {
  DEFAULT_COMPANY_LANGUAGE,
  DEFAULT_COMPANY_OFFSET_MINUTES,
  DEFAULT_COMPANY_VOICE,
  MAIN_COMPANIES_MAX,
  TREE_NODES_MAX,
} from '@belfry/schemas/domain/companies';
import type { AddCompanyBody, CompanyInfo, MainCompany } from '@belfry/schemas/http/companies';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import type { Principal } from '../../http/principal.ts';
import type { Wire } from '../../http/route.ts';
import { audit, type Actor } from '../audit/audit.service.ts';
import {
  countMainCompanies,
  countTree,
  findCompanyInfo,
  findMainCompanies,
  insertCompany,
  readTreeJson,
  type NewCompany,
  type Place,
} from './companies.repository.ts';
import { checkOwner, lockReachable, ownerOf, reachCompany } from './company-access.ts';
import { checkPlace, typeBelow, unprocessable } from './placement.ts';

/** One's own main companies, or another's for administrators. */
export async function listMainCompanies(
  { db }: Deps,
  user: Principal,
  ownerId: number | undefined,
): Promise<MainCompany[]> {
  return findMainCompanies(db, await ownerOf(db, user, ownerId));
}

/** A node and everything below it, as JSON text. Throws not_found for another's. */
export async function readTree({ db, pool }: Deps, user: Principal, id: number): Promise<string> {
  return readTreeJson(pool, await reachCompany(db, user, id));
}

/** One node with its settings. Throws not_found for another's. */
export async function readInfo({ db }: Deps, user: Principal, id: number): Promise<Wire<CompanyInfo>> {
  await reachCompany(db, user, id);
  const info = await findCompanyInfo(db, id);
  if (!info) throw notFound('Company not found');
  return info;
}

/**
 * Makes a node below a parent, or a main company where there is none. Throws not_found for a parent that is another's,
 * unprocessable where the tree's rules forbid it, forbidden for a foreign owner.
 */
export async function addCompany(deps: Deps, actor: Actor, body: AddCompanyBody): Promise<number> {
  const place = await deps.db.transaction().execute(async (trx) => {
    const made = body.parent_company_id == null ? await addMain(trx, actor, body) : await addBelow(trx, actor, body);
    await auditForeign(trx, actor, made, 'company.add', { name: body.name, type: made.type });
    return made;
  });
  companiesChanged(deps, place);
  return place.company_id;
}

async function addMain(trx: Kysely<Database>, { user }: Actor, body: AddCompanyBody): Promise<Place> {
  if (body.type !== undefined && body.type !== 'Main') {
    throw unprocessable(`${body.type} needs a parent to stand below`, 'parent_company_id');
  }
  const user_id = await ownerOf(trx, user, body.user_id);
  if ((await countMainCompanies(trx, user_id)) >= MAIN_COMPANIES_MAX) {
    throw unprocessable(`There can be ${MAIN_COMPANIES_MAX} main companies at most`, 'name');
  }
  return insertCompany(trx, { ...fieldsOf(body), user_id, type: 'Main', level: 0 });
}

async function addBelow(trx: Kysely<Database>, { user }: Actor, body: AddCompanyBody): Promise<Place> {
  checkOwner(user, body.user_id);
  const parent = await lockReachable(trx, user, body.parent_company_id ?? 0, 'as-parent');
  const type = body.type ?? typeBelow(parent.type);
  checkPlace(parent, type);
  await checkRoom(trx, parent, 1);
  return insertCompany(trx, {
    ...fieldsOf(body),
    type,
    parent_company_id: parent.company_id,
    main_company_id: parent.tree_id,
    level: parent.level + 1,
    user_id: parent.user_id,
  });
}

/** Throws unprocessable for a tree that is full. Those who add at once may pass together: a cap is no invariant. */
export async function checkRoom(
  db: Kysely<Database>,
  { tree_id }: Pick<Place, 'tree_id'>,
  more: number,
): Promise<void> {
  if ((await countTree(db, tree_id)) + more <= TREE_NODES_MAX) return;
  throw unprocessable(`A tree has ${TREE_NODES_MAX} elements at most`, 'parent_company_id');
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
  time_zone_utc: body.time_zone_utc ?? DEFAULT_COMPANY_OFFSET_MINUTES,
  default_language: body.default_language ?? DEFAULT_COMPANY_LANGUAGE,
  default_voice: body.default_voice ?? DEFAULT_COMPANY_VOICE,
});

type Act = 'company.add' | 'company.edit';

/** What a person does in their own tree is their business; what an administrator does in another's is kept. */
async function auditForeign(
  trx: Kysely<Database>,
  actor: Actor,
  { company_id, user_id }: Pick<Place, 'company_id' | 'user_id'>,
  action: Act,
  details: Record<string, unknown>,
): Promise<void> {
  if (user_id === actor.user.id) return;
  await audit(trx, actor, { action, object_kind: 'company', object_id: company_id, details: { user_id, ...details } });
}

/** After a commit: the consoles that show this tree are told. */
export function companiesChanged(
  { events }: Pick<Deps, 'events'>,
  place: Pick<Place, 'company_id' | 'tree_id' | 'user_id'>,
): void {
  events.changed('companies_changed', [...new Set([place.company_id, place.tree_id])], place.user_id);
}
