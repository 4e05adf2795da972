import type { BulkDevice } from '../../index.ts';

/** The ids of the nodes to which devices are bound. */
export const nodesOf = (devices: readonly Pick<BulkDevice, 'company_id'>[]): number[] =>
  devices.flatMap(({ company_id }) => company_id ?? []);
