import type {
  AnnouncementDeliveriesTable,
  AnnouncementPartsTable,
  AnnouncementReceiptSeqsTable,
  AnnouncementReceiptsTable,
  AnnouncementRunsTable,
  EmergencyCopiesTable,
} from '../features/announcements/announcements.table.ts';
import type { AuditLogTable } from '../features/audit/audit.table.ts';
import type { UserKeysTable } from '../features/auth/user-keys.table.ts';
import type { CommandDeliveriesTable, CommandsTable } from '../features/commands/commands.table.ts';
import type { CommandRunDevicesTable, CommandRunsTable } from '../features/command-runs/command-runs.table.ts';
import type { CompaniesTable, CompanyCountsTable } from '../features/companies/companies.table.ts';
import type { DeviceConfigsTable } from '../features/device-config/device-config.table.ts';
import type { DeviceEventsTable } from '../features/device-timeline/device-events.table.ts';
import type { DeviceStateTable } from '../features/device-state/device-state.table.ts';
import type { DeviceApprovalsTable } from '../features/device-approvals/approvals.table.ts';
import type { DevicesTable } from '../features/devices/devices.table.ts';
import type { FirmwareArchivesTable } from '../features/firmware/archives/archives.table.ts';
import type { FirmwareSigningKeyTable } from '../features/firmware/archives/signing-key.table.ts';
import type {
  FirmwareRolloutDevicesTable,
  FirmwareRolloutsTable,
} from '../features/firmware/rollouts/rollouts.table.ts';
import type { DeviceGroupElementsTable, DeviceGroupsTable } from '../features/groups/groups.table.ts';
import type {
  AudioTable,
  DictionaryEntriesTable,
  MessagesTable,
  PlaylistItemsTable,
  PlaylistsTable,
  StationsTable,
} from '../features/library/library.table.ts';
import type { MetricsTable } from '../features/metrics/metrics.table.ts';
import type { MetricsRollupProgressTable, MetricsRollupTable } from '../features/metrics/rollups/rollups.table.ts';
import type { OneTimeTokensTable } from '../features/one-time-tokens/tokens.table.ts';
import type { MessageLedgerTable } from '../features/outbox/budget/budget.table.ts';
import type { MessageDigestsTable } from '../features/outbox/notices/digests.table.ts';
import type { MessageAttachmentsTable, OutgoingMessagesTable } from '../features/outbox/outbox.table.ts';
import type { ConfirmedRecipientsTable } from '../features/outbox/recipients/recipients.table.ts';
import type { ConfirmationCodesTable } from '../features/registration/codes.table.ts';
import type { RecoveryCodesTable, TwoFactorTable } from '../features/two-factor/two-factor.table.ts';
import type { ResponsiblePeopleTable } from '../features/responsible-people/responsible-people.table.ts';
import type { SampleOrganisationTable } from '../features/sample-organisation/sample-organisation.table.ts';
import type { SavedDeviceFiltersTable } from '../features/saved-filters/saved-filters.table.ts';
import type { AudioFilesTable, AudioOwnersTable, RenderingsTable } from '../features/rendering/rendering.table.ts';
import type {
  DayProgrammesTable,
  ProgrammeContentsTable,
  ProgrammeOwnersTable,
  ProgrammesTable,
  ScheduleTasksTable,
  StaleProgrammesTable,
} from '../features/programmes/programmes.table.ts';
import type {
  HolidayCalendarsTable,
  ScheduleFeedsTable,
  SchedulesTable,
} from '../features/schedules/schedules.table.ts';
import type { SmsMessagesTable, SmsTemplatesTable } from '../features/sms/sms.table.ts';
import type { UsersTable } from '../features/users/users.table.ts';
import type { SampleRunsTable } from '../features/voice-samples/sample-runs.table.ts';
import type { VoiceFavoritesTable } from '../features/voice-favorites/voice-favorites.table.ts';
import type { VoicesTable } from '../features/voices/voices.table.ts';
import type { InvitationsTable } from '../features/invitations/invitations.table.ts';
import type { InstallationUsageTable } from '../features/quotas/quotas.table.ts';
import type { RateLimitsTable } from '../http/rate-limit/rate-limit.table.ts';

/** Table name → row. */
export type Database = {
  announcement_runs: AnnouncementRunsTable;
  announcement_parts: AnnouncementPartsTable;
  announcement_deliveries: AnnouncementDeliveriesTable;
  announcement_receipts: AnnouncementReceiptsTable;
  announcement_receipt_seqs: AnnouncementReceiptSeqsTable;
  emergency_copies: EmergencyCopiesTable;
  users: UsersTable;
  user_keys: UserKeysTable;
  confirmation_codes: ConfirmationCodesTable;
  one_time_tokens: OneTimeTokensTable;
  two_factor: TwoFactorTable;
  recovery_codes: RecoveryCodesTable;
  message_attachments: MessageAttachmentsTable;
  message_digests: MessageDigestsTable;
  message_ledger: MessageLedgerTable;
  confirmed_recipients: ConfirmedRecipientsTable;
  outgoing_messages: OutgoingMessagesTable;
  sms_messages: SmsMessagesTable;
  sms_templates: SmsTemplatesTable;
  devices: DevicesTable;
  device_state: DeviceStateTable;
  device_configs: DeviceConfigsTable;
  device_approvals: DeviceApprovalsTable;
  device_events: DeviceEventsTable;
  metrics: MetricsTable;
  metrics_hourly: MetricsRollupTable;
  metrics_daily: MetricsRollupTable;
  metrics_rollup_progress: MetricsRollupProgressTable;
  commands: CommandsTable;
  command_deliveries: CommandDeliveriesTable;
  command_runs: CommandRunsTable;
  command_run_devices: CommandRunDevicesTable;
  companies: CompaniesTable;
  responsible_people: ResponsiblePeopleTable;
  company_counts: CompanyCountsTable;
  firmware_archives: FirmwareArchivesTable;
  firmware_rollouts: FirmwareRolloutsTable;
  firmware_rollout_devices: FirmwareRolloutDevicesTable;
  firmware_signing_key: FirmwareSigningKeyTable;
  device_groups: DeviceGroupsTable;
  device_group_elements: DeviceGroupElementsTable;
  voices: VoicesTable;
  voice_favorites: VoiceFavoritesTable;
  sample_runs: SampleRunsTable;
  sample_organisation: SampleOrganisationTable;
  saved_device_filters: SavedDeviceFiltersTable;
  audio_files: AudioFilesTable;
  audio_owners: AudioOwnersTable;
  renderings: RenderingsTable;
  schedules: SchedulesTable;
  holiday_calendars: HolidayCalendarsTable;
  schedule_feeds: ScheduleFeedsTable;
  day_programmes: DayProgrammesTable;
  programmes: ProgrammesTable;
  schedule_tasks: ScheduleTasksTable;
  programme_contents: ProgrammeContentsTable;
  programme_owners: ProgrammeOwnersTable;
  stale_programmes: StaleProgrammesTable;
  messages: MessagesTable;
  audio: AudioTable;
  playlists: PlaylistsTable;
  playlist_items: PlaylistItemsTable;
  stations: StationsTable;
  dictionary_entries: DictionaryEntriesTable;
  audit_log: AuditLogTable;
  rate_limits: RateLimitsTable;
  installation_usage: InstallationUsageTable;
  invitations: InvitationsTable;
};
