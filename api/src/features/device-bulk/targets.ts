import {
  BULK_DEVICES_MAX,
  BULK_SERIALS_MAX,
  type BulkFailure,
  type BulkTargets,
} from '@belfry/schemas/http/devices/bulk';
import { AppError } from '../../errors.ts';
import { requiredOwner } from '../../policies/devices.ts';
import { findsNodesOfRoots } from '../../policies/owners.ts';
import { findIdsBySerial, findMatchingIds } from '../devices/index.ts';
import type { BulkContext } from './bulk-change.ts';

/** The devices of a bulk operation by their ids, and those named ones that the caller does not find. */
export type Targets = { ids: number[]; missing: BulkFailure[] };

/**
 * Finds the devices that are named, or that match the filter at this moment. Throws unprocessable for a filter that matches
 * more than BULK_DEVICES_MAX.
 */
export async function findTargets({ deps, actor, policy }: BulkContext, targets: BulkTargets): Promise<Targets> {
  const owner = requiredOwner(policy.device, actor.user);
  if ('serials' in targets) {
    const serials = [...new Set(targets.serials)];
    const found = await findIdsBySerial(deps.db, serials, owner);
    const known = new Set(found.map(({ serial }) => serial));
    const missing = serials.filter((serial) => !known.has(serial)).map(notFound);
    return { ids: found.map(({ device_id }) => device_id), missing };
  }
  const filter = {
    ...targets.filter,
    ...(owner !== null && { owner }),
    hidesRoots: !findsNodesOfRoots(policy.node, actor.user),
  };
  const ids = await deps.long.read(actor.user.id, ({ db }) => findMatchingIds(db, filter, BULK_DEVICES_MAX + 1));
  if (ids.length <= BULK_DEVICES_MAX) return { ids, missing: [] };
  throw new AppError('unprocessable', `A bulk change reaches ${BULK_DEVICES_MAX} devices at most. Narrow the filter.`);
}

const notFound = (serial: BulkFailure['serial']): BulkFailure => ({
  serial,
  code: 'device_not_found',
  reason: 'Device not found',
});

/** Devices of one transaction. */
const BATCH_DEVICES = BULK_SERIALS_MAX / 2;

export const inBatches = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / BATCH_DEVICES) }, (_, index) =>
    ids.slice(index * BATCH_DEVICES, (index + 1) * BATCH_DEVICES),
  );
