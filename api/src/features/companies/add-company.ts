import type { AddCompanyBody } from '@belfry/schemas/http/companies/changes';
import type { Kysely } from 'kysely';
import { type Actor, auditOf } from '../../audit/audit-log.repository.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { fieldError } from '../../errors.ts';
import { checkOwner, findPermittedOwner } from '../../people/owner-access.ts';
import type { DevicePolicy } from '../../policies/devices.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import { bindingChanged, bindTo } from '../devices/index.ts';
import { insertCompany, type NewCompany, type NodePosition } from './companies.repository.ts';
import { companiesChanged, lockPermittedCompany } from './company-access.ts';
import { treeDefaults } from './tree-defaults.ts';
import {
  checkMainCompanyCount,
  checkPlacement,
  checkQuota,
  checkTreeSize,
  coordinateColumns,
  defaultChildType,
  storedSettings,
} from './tree-rules.ts';

/**
 * Creates a node below a parent, or a main company without one. Throws not_found for a parent that the policy does not
 * permit, unprocessable for a violation of the tree's rules, forbidden for another owner.
 */
export async function addCompany(
  deps: Deps,
  actor: Actor,
  {
    policy,
    acceptLanguage,
  }: { policy: { node: OwnerPolicy; device: DevicePolicy }; acceptLanguage: string | undefined },
  body: AddCompanyBody,
): Promise<number> {
  const { node, bound } = await transact(deps.db, async (trx) => {
    const node =
      body.parent_company_id == null
        ? await addMain(trx, actor, { policy: policy.node, config: deps.config, acceptLanguage }, body)
        : await addBelow(trx, actor, policy.node, body);
    await checkQuota(trx, deps.config, node.user_id, 0);
    const bound = body.serial ? await bindTo(trx, actor.user, policy.device, { node, serial: body.serial }) : null;
    const details = { name: body.name, type: node.type, serial: bound?.serial };
    const entry = { action: 'company.add', object_kind: 'company', object_id: node.company_id, details } as const;
    const { user_id: _owner, ...after } = body;
    await auditOf(trx, actor, node.user_id, { ...entry, after: { ...after, type: node.type } });
    return { node, bound };
  });
  companiesChanged(deps, node);
  if (bound) await bindingChanged(deps, bound);
  return node.company_id;
}

async function addMain(
  trx: Kysely<Database>,
  { user }: Actor,
  { policy, config, acceptLanguage }: { policy: OwnerPolicy; config: Config; acceptLanguage: string | undefined },
  body: AddCompanyBody,
): Promise<NodePosition> {
  if (body.type !== undefined && body.type !== 'Main') {
    throw fieldError('unprocessable', 'parent_company_id', `${body.type} needs a parent to stand below`);
  }
  const user_id = await findPermittedOwner(trx, user, body.user_id, policy);
  await checkMainCompanyCount(trx, user_id);
  const defaults = await treeDefaults(trx, body, { ownerId: user_id, config, acceptLanguage });
  return insertCompany(trx, { ...fieldsOf(body), ...defaults, user_id, type: 'Main', level: 0 });
}

async function addBelow(
  trx: Kysely<Database>,
  { user }: Actor,
  policy: OwnerPolicy,
  body: AddCompanyBody,
): Promise<NodePosition> {
  checkOwner(user, body.user_id);
  const parent = await lockPermittedCompany(trx, user, body.parent_company_id ?? 0, { policy, lock: 'as-parent' });
  const type = body.type ?? defaultChildType(parent.type);
  checkPlacement(parent, type);
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
  ...coordinateColumns(body),
  ...storedSettings(body),
});
