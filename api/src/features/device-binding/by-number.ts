import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../../http/principal.ts';
import { findPlace, lockNode, mayOpen } from '../companies/company-access.ts';
import { companiesChanged } from '../companies/company-events.ts';
import { moveTo, type Node } from './binding.ts';
import { clearBinding, type Bindable } from './binding.repository.ts';

/** What a form says of a device's node: undefined leaves it, null unbinds. */
export type Wanted<T> = T | null | undefined;

/**
 * The node whose number an administrator has typed, locked; lock it before the device. Throws unprocessable where there
 * is no such node.
 */
export async function lockNumbered(trx: Kysely<Database>, companyId: Wanted<number>): Promise<Wanted<Node>> {
  if (companyId == null) return companyId;
  const node = await lockNode(trx, companyId, 'to-change');
  if (node) return node;
  throw noSuchNode(companyId);
}

function noSuchNode(companyId: number): AppError {
  const message = `There is no element with the number ${companyId}`;
  return new AppError('unprocessable', message, { details: [{ path: 'company_id', message }] });
}

/** Nodes that a device came to or left, and whose it is now. */
export type Rebinding = { nodes: Pick<Node, 'company_id' | 'tree_id' | 'user_id'>[]; adoptedBy: number | null };

/**
 * Brings a locked device to the node that is wanted, from wherever it was. Throws what `moveTo` does, and unprocessable
 * for a node that the caller may not open.
 */
export async function rebind(
  trx: Kysely<Database>,
  user: Principal,
  device: Bindable,
  wanted: Wanted<Node>,
): Promise<Rebinding> {
  if (wanted === undefined || (wanted?.company_id ?? null) === device.company_id) return { nodes: [], adoptedBy: null };
  if (wanted && !(await mayOpen(trx, user, wanted.user_id))) throw noSuchNode(wanted.company_id);
  const left = device.company_id === null ? undefined : await findPlace(trx, device.company_id);
  if (left && !wanted) await clearBinding(trx, left.company_id);
  const bound = wanted && (await moveTo(trx, device, wanted));
  const nodes = [left, bound?.node].filter((node) => node != null);
  return { nodes, adoptedBy: bound?.adopted ? bound.node.user_id : null };
}

/** After the commit: trees show the change, and a new owner's console reads anew what it may subscribe to. */
export async function rebindingDone(
  deps: Pick<Deps, 'events' | 'broker'>,
  { nodes, adoptedBy }: Rebinding,
): Promise<void> {
  for (const node of nodes) companiesChanged(deps, node);
  if (adoptedBy !== null) await deps.broker.disconnect('console', [adoptedBy]);
}
