import type { BulkAnswer, BulkChangeBody, BulkPreview, BulkTargets } from '@belfry/schemas/http/devices/bulk';
import { canReceiveCommands } from '@belfry/schemas/domain/device';
import { transact } from '../../db/transact.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { audit } from '../audit/index.ts';
import { findBulkDevices, lockBulkDevices, type BulkDevice } from '../devices/index.ts';
import type { BulkContext, Decision, PreparedChange } from './bulk-change.ts';
import { changeOf } from './changes/index.ts';
import { createResultCounter } from './result-counter.ts';
import { findTargets, inBatches } from './targets.ts';

const BULK_PER_MINUTE = 60;
const TOO_MANY = 'Too many bulk changes.';

/** Without a change every device only counts. */
const COUNT_ONLY: PreparedChange = { decide: () => 'change', apply: () => Promise.resolve(() => undefined) };

/**
 * Applies one change to many devices, in batches of one transaction each; see DEV-43. A device that cannot be changed is left
 * as it is and reported. Throws where the whole change is impossible: not_found for its node or group, unprocessable, forbidden.
 */
export async function changeDevices(
  context: BulkContext,
  targets: BulkTargets,
  body: BulkChangeBody,
): Promise<BulkAnswer> {
  const { deps, actor } = context;
  const change = changeOf(context, body);
  await limitRate(context);
  const { ids, missing } = await findTargets(context, targets);
  const counter = createResultCounter({ devices: ids.length + missing.length, missing });
  for (const batch of inBatches(ids)) {
    const { decisions, done } = await transact(deps.db, async (trx) => {
      const prepared = await change(trx, batch, { lock: true });
      const decisions = decide(context, prepared, await lockBulkDevices(trx, batch));
      const changing = decisions.flatMap(([device, decision]) => (decision === 'change' ? [device] : []));
      if (changing.length === 0) return { decisions, done: undefined };
      const done = await prepared.apply(trx, changing);
      const serials = changing.map(({ serial }) => serial);
      const entry = { action: 'device.bulk', object_kind: 'devices', object_id: changing.length } as const;
      await audit(trx, actor, { ...entry, details: { change: body, serials } });
      return { decisions, done };
    });
    for (const [device, decision] of decisions) counter.add(device, decision);
    await done?.();
  }
  return counter.result();
}

/** What the change would do now, and how many of the devices are not online. Throws like `changeDevices`. */
export async function previewChange(
  context: BulkContext,
  targets: BulkTargets,
  body: BulkChangeBody | undefined,
): Promise<BulkPreview> {
  const { deps, actor } = context;
  const change = body && changeOf(context, body);
  await limitRate(context);
  const { ids, missing } = await findTargets(context, targets);
  const counter = createResultCounter({ devices: ids.length + missing.length, missing });
  let unreachable = 0;
  for (const batch of inBatches(ids)) {
    await deps.long.read(actor.user.id, async ({ db }) => {
      const prepared = (await change?.(db, batch, { lock: false })) ?? COUNT_ONLY;
      for (const [device, decision] of decide(context, prepared, await findBulkDevices(db, batch))) {
        counter.add(device, decision);
        if (!canReceiveCommands(device.status)) unreachable += 1;
      }
    });
  }
  return { ...counter.result(), unreachable };
}

/** The owner may have changed since the devices were selected. */
const decide = (
  { actor, policy }: BulkContext,
  prepared: PreparedChange,
  devices: readonly BulkDevice[],
): [BulkDevice, Decision][] =>
  devices.map((device) => [device, policy.device(actor.user, device) ? prepared.decide(device) : NOT_FOUND]);
const NOT_FOUND: Decision = { code: 'device_not_found', reason: 'Device not found' };

const limitRate = ({ deps, actor }: BulkContext): Promise<void> =>
  countAttempt(deps, [{ key: `device-bulk:${actor.user.id}`, hits: BULK_PER_MINUTE, windowSeconds: 60 }], TOO_MANY);
