import type { z } from 'zod';
import { MAX_RUN_DEVICES, runFilterSchema, type runTargetsSchema } from '@belfry/schemas/http/commands/runs';
import { AppError, deviceNotFound, notFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { requiredOwner, type DevicePolicy } from '../../policies/devices.ts';
import { findsNodesOfRoots, type OwnerPolicy } from '../../policies/owners.ts';
import type { OwnersPolicy } from '../../policies/visible-owners.ts';
import { findTargetDevices, findTargetsBySerial, type TargetDevice } from '../devices/index.ts';
import { findUnsuccessful } from './runs.repository.ts';
import type { Deps } from '../../deps.ts';

export type RunPolicies = { device: DevicePolicy; node: OwnerPolicy; run: OwnersPolicy };
type Targets = z.output<typeof runTargetsSchema>;

/**
 * The devices that the caller names and may command, by serial. Throws device_not_found where one serial is not theirs, and
 * unprocessable where there are none or too many.
 */
export async function findTargets(
  deps: Pick<Deps, 'db' | 'long'>,
  user: Principal,
  policies: RunPolicies,
  targets: Targets,
): Promise<TargetDevice[]> {
  const devices = await resolve(deps, user, policies, targets);
  if (devices.length === 0) throw new AppError('unprocessable', 'There is no such device');
  if (devices.length > MAX_RUN_DEVICES)
    throw new AppError('unprocessable', `A run can have at most ${MAX_RUN_DEVICES} devices`);
  return devices;
}

async function resolve(
  { db, long }: Pick<Deps, 'db' | 'long'>,
  user: Principal,
  policies: RunPolicies,
  targets: Targets,
): Promise<TargetDevice[]> {
  const ownerId = requiredOwner(policies.device, user);
  const bySerial = (serials: readonly string[]) => findTargetsBySerial(db, serials, ownerId);
  if ('serials' in targets) {
    const serials = [...new Set(targets.serials)];
    const devices = await bySerial(serials);
    if (devices.length < serials.length) throw deviceNotFound();
    return devices;
  }
  if ('failed_of' in targets) {
    const serials = await findUnsuccessful(db, targets.failed_of, policies.run(user));
    if (serials === null) throw notFound('Run not found');
    return bySerial(serials);
  }
  const filter = {
    ...('filter' in targets ? targets.filter : runFilterSchema.parse({})),
    ...(ownerId !== null && { owner: ownerId }),
    hidesRoots: !findsNodesOfRoots(policies.node, user),
  };
  return long.read(user.id, ({ db: longDb }) => findTargetDevices(longDb, filter, MAX_RUN_DEVICES + 1));
}
