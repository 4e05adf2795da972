import type { BulkFailure } from '@belfry/schemas/http/devices/bulk';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Actor } from '../../../audit/audit-log.repository.ts';
import type { DevicePolicy } from '../../../policies/devices.ts';
import type { OwnerPolicy } from '../../../policies/owners.ts';
import type { BulkDevice } from '../index.ts';
import type { Deps } from '../../../deps.ts';

/** The policies of a bulk change. */
export type BulkPolicy = {
  /** For the devices. */
  device: DevicePolicy;
  /** For changes that only administrators make. */
  edit: DevicePolicy;
  node: OwnerPolicy;
  group: OwnerPolicy;
  /** For previous and new owners. */
  owner: OwnerPolicy;
};

export type BulkContext = { deps: Deps; actor: Actor; policy: BulkPolicy };

/** What a change does to one device: `change`, nothing because it is so already, or why it is refused. */
export type Decision = 'change' | 'unchanged' | Omit<BulkFailure, 'serial'>;

/** Work after the commit: events, disconnections. */
export type AfterCommit = () => void | Promise<void>;

/** One change in one batch of devices. The same decisions make the preview, where `apply` is not called. */
export type PreparedChange = {
  decide(device: BulkDevice): Decision;
  /** Writes the devices that `decide` has accepted. A constant number of statements, whatever the number of devices. */
  apply(trx: Kysely<Database>, devices: readonly BulkDevice[]): Promise<AfterCommit>;
};

/**
 * Reads, and with `lock` locks, what the change refers to besides the devices: nodes, groups, accounts. It is called before the
 * devices are locked, so that all transactions lock nodes first. Throws where the whole change is impossible.
 */
export type BulkChange = (
  trx: Kysely<Database>,
  deviceIds: readonly number[],
  options: { lock: boolean },
) => Promise<PreparedChange>;
