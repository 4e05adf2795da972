import type { CompanyInfo } from '@belfry/schemas/http/companies/companies';
import type { EditCompanyBody } from '@belfry/schemas/http/companies/changes';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import { AppError, fieldError } from '../../errors.ts';
import type { Wire } from '../../http/routes/route.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import { audit, auditForeign, type Actor } from '../audit/index.ts';
import { findDeviceOfNode, clearBinding, devicesChanged } from '../devices/index.ts';
import { checkOwner } from '../accounts/users/index.ts';
import { deleteCompany, hasChildren, updateCompany, type CompanyRow } from './companies.repository.ts';
import { readInfo } from './companies.service.ts';
import { findPermittedCompany, lockPermittedCompany } from './company-access.ts';
import { companiesChanged } from './company-events.ts';
import { changedSettings } from './node-settings.ts';
import type { Deps } from '../../deps.ts';

/**
 * Changes the given fields. Position, type and bound device of a node cannot be changed here; see `moveCompany`. Throws not_found for a node that
 * the policy does not permit, unprocessable for another type or serial.
 */
export async function editCompany(
  deps: Deps,
  actor: Actor,
  policy: OwnerPolicy,
  body: EditCompanyBody,
): Promise<Wire<CompanyInfo>> {
  const { company_id, user_id, type, serial, quiet_hours, ...rest } = body;
  const changes = { ...rest, ...changedSettings({ ...rest, quiet_hours }) };
  checkOwner(actor.user, user_id);
  const { before, device } = await transact(deps.db, async (trx) => {
    const before = await lockPermittedCompany(trx, actor.user, company_id, { policy, lock: 'to-change' });
    const device = await findDeviceOfNode(trx, company_id);
    if (type !== undefined && type !== before.type)
      throw fieldError('unprocessable', 'type', 'The type of an element cannot change');
    if (serial != null && serial !== device?.serial) {
      throw fieldError('unprocessable', 'serial', 'The serial number cannot be changed here: bind the device instead');
    }
    await updateCompany(trx, company_id, changes);
    const entry = { action: 'company.edit', object_kind: 'company', object_id: company_id } as const;
    await auditForeign(trx, actor, before.user_id, { ...entry, details: changes });
    return { before, device };
  });
  companiesChanged(deps, before);
  // Lists of devices show the node's name.
  if (device && changes.name !== undefined) devicesChanged(deps, [device.device_id], device.user_id);
  return readInfo(deps, actor.user, policy, company_id);
}

/** Deletes a node without children and unbinds its device. Throws not_found for a node that the policy does not permit, conflict. */
export async function removeCompany(
  deps: Deps,
  actor: Actor,
  policy: OwnerPolicy,
  { company_id, user_id }: { company_id: number; user_id?: number },
): Promise<void> {
  checkOwner(actor.user, user_id);
  const { node, device } = await transact(deps.db, async (trx) => {
    // Checked before the lock too, so that it does not wait for transactions that add or copy children.
    const found = await findPermittedCompany(trx, actor.user, company_id, policy);
    if (await hasChildren(trx, company_id)) throw hasChildrenError(found);
    const node = await lockPermittedCompany(trx, actor.user, company_id, { policy, lock: 'to-delete' });
    if (await hasChildren(trx, company_id)) throw hasChildrenError(node);
    const device = await clearBinding(trx, company_id);
    await deleteCompany(trx, company_id);
    await auditRemoval(trx, actor, node, device?.serial);
    return { node, device };
  });
  companiesChanged(deps, node);
  if (device) devicesChanged(deps, [device.device_id], device.user_id);
}

const hasChildrenError = ({ name }: CompanyRow): AppError =>
  new AppError('conflict', `${name} has elements below it. Delete those first.`);

async function auditRemoval(
  trx: Kysely<Database>,
  actor: Actor,
  { company_id, user_id, name, type }: CompanyRow,
  serial: string | undefined,
): Promise<void> {
  const details = { user_id, name, type, serial };
  await audit(trx, actor, { action: 'company.delete', object_kind: 'company', object_id: company_id, details });
}
