import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { type AppError, fieldError } from '../../../errors.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import { ownerPermits } from '../../../people/owner-access.ts';
import type { OwnerPolicy } from '../../../policies/owners.ts';
import { findCompany, lockCompany, companiesChanged } from '../../companies/index.ts';
import {
  ownerChanged,
  type OwnerChange,
  moveTo,
  type Node,
  clearBinding,
  type DeviceBinding,
} from '../../devices/index.ts';
import type { Deps } from '../../../deps.ts';

/** The requested node of a device: undefined leaves it, null unbinds. */
export type Requested<T> = T | null | undefined;

/**
 * Locks the node with an id that an administrator has entered; must be called before the device is locked. Throws
 * unprocessable if there is no such node.
 */
export async function lockNodeById(trx: Kysely<Database>, companyId: Requested<number>): Promise<Requested<Node>> {
  if (companyId == null) return companyId;
  const node = await lockCompany(trx, companyId, 'to-change');
  if (node) return node;
  throw noSuchNode(companyId);
}

function noSuchNode(companyId: number): AppError {
  return fieldError('unprocessable', 'company_id', `There is no element with the number ${companyId}`);
}

/** The nodes that a device joined or left, and its change of owner, if any. */
export type Rebinding = {
  nodes: Pick<Node, 'company_id' | 'tree_id' | 'user_id'>[];
  ownership: OwnerChange | undefined;
};

/**
 * Binds a locked device to the requested node, or unbinds it. Throws the errors of `moveTo`, and unprocessable for a node that
 * the policy does not permit, also if the device would leave such a node.
 */
export async function rebind(
  trx: Kysely<Database>,
  user: Principal,
  policy: OwnerPolicy,
  { device, wanted }: { device: DeviceBinding; wanted: Requested<Node> },
): Promise<Rebinding> {
  if (wanted === undefined || (wanted?.company_id ?? null) === device.company_id) return NOT_MOVED;
  if (wanted && !(await ownerPermits(trx, user, wanted.user_id, policy))) throw noSuchNode(wanted.company_id);
  const left = device.company_id === null ? undefined : await findCompany(trx, device.company_id);
  if (left && !(await ownerPermits(trx, user, left.user_id, policy))) throw noSuchNode(left.company_id);
  if (left && !wanted) await clearBinding(trx, left.company_id);
  const bound = wanted && (await moveTo(trx, device, wanted));
  const nodes = [left, bound?.node].filter((node) => node != null);
  return { nodes, ownership: bound?.ownership };
}
const NOT_MOVED: Rebinding = { nodes: [], ownership: undefined };

/** After the commit: trees show the change, and the consoles of a new owner get a new access list. */
export async function rebindingChanged(
  deps: Pick<Deps, 'events' | 'broker' | 'directory'>,
  { nodes, ownership }: Rebinding,
): Promise<void> {
  for (const node of nodes) companiesChanged(deps, node);
  if (ownership) await ownerChanged(deps, ownership);
}
