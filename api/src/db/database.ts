import type { AuditLogTable } from '../features/audit/audit.table.ts';
import type { UserKeysTable } from '../features/auth/user-keys.table.ts';
import type { CommandDeliveriesTable, CommandsTable } from '../features/commands/commands.table.ts';
import type { CompaniesTable } from '../features/companies/companies.table.ts';
import type { DeviceConfigsTable } from '../features/device-config/device-config.table.ts';
import type { DeviceStateTable } from '../features/device-state/device-state.table.ts';
import type { DevicesTable } from '../features/devices/devices.table.ts';
import type { DeviceGroupElementsTable, DeviceGroupsTable } from '../features/groups/groups.table.ts';
import type { MetricsTable } from '../features/metrics/metrics.table.ts';
import type { OneTimeTokensTable } from '../features/one-time-tokens/tokens.table.ts';
import type { OutgoingMessagesTable } from '../features/outbox/outbox.table.ts';
import type { ConfirmationCodesTable } from '../features/registration/codes.table.ts';
import type { RecoveryCodesTable, TwoFactorTable } from '../features/two-factor/two-factor.table.ts';
import type { UsersTable } from '../features/users/users.table.ts';
import type { RateLimitsTable } from '../http/rate-limit.table.ts';

/** Table name → row. */
export type Database = {
  users: UsersTable;
  user_keys: UserKeysTable;
  confirmation_codes: ConfirmationCodesTable;
  one_time_tokens: OneTimeTokensTable;
  two_factor: TwoFactorTable;
  recovery_codes: RecoveryCodesTable;
  outgoing_messages: OutgoingMessagesTable;
  devices: DevicesTable;
  device_state: DeviceStateTable;
  device_configs: DeviceConfigsTable;
  metrics: MetricsTable;
  commands: CommandsTable;
  command_deliveries: CommandDeliveriesTable;
  companies: CompaniesTable;
  device_groups: DeviceGroupsTable;
  device_group_elements: DeviceGroupElementsTable;
  audit_log: AuditLogTable;
  rate_limits: RateLimitsTable;
};
