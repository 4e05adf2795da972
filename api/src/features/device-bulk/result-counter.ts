import { BULK_FAILURES_MAX, type BulkAnswer, type BulkFailure } from '@belfry/schemas/http/devices/bulk';
import type { BulkDevice } from '../devices/index.ts';
import type { Decision } from './bulk-change.ts';

/** Counts what became of the devices, over all batches. */
export function createResultCounter({ devices, missing }: { devices: number; missing: readonly BulkFailure[] }) {
  let [changed, unchanged, failed] = [0, 0, 0];
  const failures: BulkFailure[] = [];
  const fail = (failure: BulkFailure): void => {
    failed += 1;
    if (failures.length < BULK_FAILURES_MAX) failures.push(failure);
  };
  for (const failure of missing) fail(failure);
  return {
    add({ serial }: Pick<BulkDevice, 'serial'>, decision: Decision): void {
      if (decision === 'change') changed += 1;
      else if (decision === 'unchanged') unchanged += 1;
      else fail({ serial, ...decision });
    },
    /** Devices that were deleted between their selection and their lock count as failed, without a serial number. */
    result: (): BulkAnswer => ({
      devices,
      changed,
      unchanged,
      failed: Math.max(failed, devices - changed - unchanged),
      failures,
    }),
  };
}
