import type { ApprovalState } from '@belfry/schemas/http/devices/approvals';
import type { Generated } from 'kysely';

/** Requests without a pass: `user_id` claims a device, or a device at `address` asks for its key; never both. */
export type DeviceApprovalsTable = {
  id: Generated<number>;
  serial: string;
  user_id: number | null;
  address: string | null;
  note: string | null;
  state: Generated<ApprovalState>;
  requested_at: Generated<Date>;
};
