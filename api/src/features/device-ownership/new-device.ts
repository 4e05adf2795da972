import { randomInt } from 'node:crypto';
import { randomSerial } from '@belfry/schemas/domain/serial';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { fieldError } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import {
  addDeviceNodes,
  companiesChanged,
  findCompany,
  findPermittedCompany,
  lockDeviceParent,
  lockPermittedCompany,
  updateCompany,
} from '../companies/index.ts';
import { bindingChanged, insertDevice, moveTo, type Node } from '../devices/index.ts';

/** Who may add nodes below a Company, and who may bind a device to a node of type Device. */
export type PlacePolicy = { parent: OwnerPolicy; node: OwnerPolicy };
type Place = { company_id: number; name: string | undefined };
type AddedDevice = { device_id: number; serial: string; node: Node; settle: () => Promise<void> };

/**
 * Adds a device with a serial number of its own and no key to a place, in the caller's transaction: to a new Device node of a Company, or to the
 * Device node itself. `settle` follows the commit. Throws not_found and forbidden for the place, conflict for a node that has a device,
 * invalid_input without a name, unprocessable.
 */
export async function addDeviceAt(
  trx: Kysely<Database>,
  deps: Deps,
  user: Principal,
  { policy, place }: { policy: PlacePolicy; place: Place },
): Promise<AddedDevice> {
  const node = await nodeFor(trx, deps, user, { policy, place });
  const { device_id, serial } = await insertUnique(trx);
  const bound = await moveTo(trx, { device_id, serial, user_id: null, company_id: null }, node);
  const settle = async (): Promise<void> => {
    companiesChanged(deps, node);
    await bindingChanged(deps, bound);
  };
  return { device_id, serial, node, settle };
}

async function nodeFor(
  trx: Kysely<Database>,
  { config }: Pick<Deps, 'config'>,
  user: Principal,
  { policy, place: { company_id, name } }: { policy: PlacePolicy; place: Place },
): Promise<Node> {
  const target = await findCompany(trx, company_id);
  if (target?.type !== 'Device') {
    const parent = await lockDeviceParent(trx, user, company_id, { policy: policy.parent, lock: true });
    if (name === undefined) throw fieldError('invalid_input', 'name', 'A loudspeaker needs a name');
    const [id = 0] = await addDeviceNodes(trx, config, parent, [name]);
    return { company_id: id, tree_id: parent.tree_id, user_id: parent.user_id, type: 'Device' };
  }
  const node = await lockPermittedCompany(trx, user, company_id, { policy: policy.node, lock: 'to-change' });
  if (name === undefined || name === node.name) return node;
  await findPermittedCompany(trx, user, company_id, policy.parent);
  await updateCompany(trx, company_id, { name });
  return node;
}

const SERIAL_DRAWS = 5;
const NEW_DEVICE = {
  device_type: 'audio',
  device_mode: 'new',
  company_id: null,
  note: null,
  email: null,
  pass_hash: null,
  key_hash: null,
} as const;

async function insertUnique(trx: Kysely<Database>): Promise<{ device_id: number; serial: string }> {
  for (let draw = 0; draw < SERIAL_DRAWS; draw += 1) {
    const serial = randomSerial(() => randomInt(10) / 10);
    const device_id = await insertDevice(trx, { ...NEW_DEVICE, serial });
    if (device_id !== undefined) return { device_id, serial };
  }
  throw new Error('no free serial number was drawn');
}
