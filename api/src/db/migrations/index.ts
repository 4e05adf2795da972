import type { Migration } from 'kysely/migration';
import { initialSchema } from './0001_initial.ts';
import { accounts } from './0002_accounts.ts';
import { openedKeys } from './0003_opened_keys.ts';
import { voices } from './0004_voices.ts';
import { companies } from './0005_companies.ts';
import { deviceApprovals } from './0007_device_approvals.ts';
import { limits } from './0008_limits.ts';
import { limitsAndSecrets } from './0009_limits_and_secrets.ts';
import { normalizedPhones } from './0010_normalized_phones.ts';
import { pendingRegistrations } from './0010_pending_registrations.ts';
import { revisions } from './0011_revisions.ts';
import { deviceVersions } from './0012_device_versions.ts';
import { heldCommands } from './0013_held_commands.ts';
import { commandRuns } from './0014_command_runs.ts';
import { deviceTags } from './0015_device_tags.ts';
import { savedFilters } from './0016_saved_filters.ts';
import { firmwareArchives } from './0017_firmware_archives.ts';
import { firmwareRollouts } from './0018_firmware_rollouts.ts';
import { deviceEvents } from './0019_device_events.ts';
import { sampleRuns } from './0020_sample_runs.ts';
import { sampleOrganisation } from './0021_sample_organisation.ts';
import { places } from './0022_places.ts';
import { library } from './0023_library.ts';
import { announcements } from './0024_announcements.ts';
import { schedules } from './0025_schedules.ts';
import { staleProgrammes } from './0025_stale_programmes.ts';
import { responsiblePeople } from './0026_responsible_people.ts';
import { sms } from './0026_sms.ts';
import { announcementCommands } from './0027_announcement_commands.ts';
import { configurationAuthors } from './0028_configuration_authors.ts';
import { commandsRetention } from './0029_commands_retention.ts';
import { proofOfPlay } from './0030_proof_of_play.ts';
import { scheduleTasks } from './0030_schedule_tasks.ts';
import { announcementsRetention } from './0031_announcements_retention.ts';
import { feedLinks } from './0032_feed_links.ts';
import { messageJobs } from './0033_message_jobs.ts';
import { ingestShards } from './0036_ingest_shards.ts';
import { emergencyCopies } from './0034_emergency_copies.ts';
import { firmwareSigningKey } from './0044_firmware_signing_key.ts';
import { companyTreeOrder } from './0045_company_tree_order.ts';
import { clockRightSince } from './0048_clock_right_since.ts';
import { messageBudget } from './0065_message_budget.ts';
import { mayTextAnyNumber } from './0066_may_text_any_number.ts';
import { bulkChangesOfDevice } from './0085_bulk_changes_of_device.ts';
import { backgroundCommands } from './0086_background_commands.ts';
import { scheduleOccurrences } from './0060_schedule_occurrences.ts';
import { messageAttachments } from './0037_message_attachments.ts';
import { programmeSpread } from './0035_programme_spread.ts';
import { sampleRunChecks } from './0038_sample_run_checks.ts';
import { metricsRollups } from './0040_metrics_rollups.ts';
import { unusedDeviceKeys } from './0080_unused_device_keys.ts';
import { expectedRuns } from './0081_expected_runs.ts';
import { installationQuotas } from './0075_installation_quotas.ts';
import { invitations } from './0076_invitations.ts';
import { contactChanges } from './0077_contact_changes.ts';
import { searchWithoutAccents } from './0078_search_without_accents.ts';

/** Every migration by the name under which databases have recorded it, in the order in which they run. Never edit a shipped one. */
export const migrations: Record<string, Migration> = {
  '0001_spine': initialSchema,
  '0002_accounts': accounts,
  '0003_opened_keys': openedKeys,
  '0004_voices': voices,
  '0005_companies': companies,
  '0007_device_approvals': deviceApprovals,
  '0008_limits': limits,
  '0009_limits_and_secrets': limitsAndSecrets,
  '0010_normalized_phones': normalizedPhones,
  '0010_pending_registrations': pendingRegistrations,
  '0011_revisions': revisions,
  '0012_device_versions': deviceVersions,
  '0013_held_commands': heldCommands,
  '0014_command_runs': commandRuns,
  '0015_device_tags': deviceTags,
  '0016_saved_filters': savedFilters,
  '0017_firmware_archives': firmwareArchives,
  '0018_firmware_rollouts': firmwareRollouts,
  '0019_device_events': deviceEvents,
  '0020_sample_runs': sampleRuns,
  '0021_sample_organisation': sampleOrganisation,
  '0022_places': places,
  '0023_library': library,
  '0024_announcements': announcements,
  '0025_schedules': schedules,
  '0025_stale_programmes': staleProgrammes,
  '0026_responsible_people': responsiblePeople,
  '0026_sms': sms,
  '0027_announcement_commands': announcementCommands,
  '0028_configuration_authors': configurationAuthors,
  '0029_commands_retention': commandsRetention,
  '0030_proof_of_play': proofOfPlay,
  '0030_schedule_tasks': scheduleTasks,
  '0031_announcements_retention': announcementsRetention,
  '0032_feed_links': feedLinks,
  '0033_message_jobs': messageJobs,
  '0034_emergency_copies': emergencyCopies,
  '0035_programme_spread': programmeSpread,
  '0036_ingest_shards': ingestShards,
  '0037_message_attachments': messageAttachments,
  '0038_sample_run_checks': sampleRunChecks,
  '0040_metrics_rollups': metricsRollups,
  '0044_firmware_signing_key': firmwareSigningKey,
  '0045_company_tree_order': companyTreeOrder,
  '0048_clock_right_since': clockRightSince,
  '0060_schedule_occurrences': scheduleOccurrences,
  '0065_message_budget': messageBudget,
  '0066_may_text_any_number': mayTextAnyNumber,
  '0075_installation_quotas': installationQuotas,
  '0076_invitations': invitations,
  '0077_contact_changes': contactChanges,
  '0078_search_without_accents': searchWithoutAccents,
  '0080_unused_device_keys': unusedDeviceKeys,
  '0081_expected_runs': expectedRuns,
  '0085_bulk_changes_of_device': bulkChangesOfDevice,
  '0086_background_commands': backgroundCommands,
};
