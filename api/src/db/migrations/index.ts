import type { Migration } from 'kysely/migration';
import { baseline } from './0001-baseline/baseline.ts';
import { teams } from './0002_teams.ts';
import { audit } from './0003_audit.ts';
import { passkeys } from './0004_passkeys.ts';
import { singleSignOn } from './0005_single_sign_on.ts';
import { sessionSettings } from './0006_session_settings.ts';
import { backups } from './0007_backups.ts';
import { apiKeys } from './0008_api_keys.ts';
import { workOfMembers } from './0010_work_of_members.ts';
import { endedRights } from './0011_ended_rights.ts';
import { neuralVoices } from './0013_neural_voices.ts';
import { bellTimetables } from './0014_bell_timetables.ts';
import { loudness } from './0015_loudness.ts';
import { voicePacks } from './0016_voice_packs.ts';
import { devicePlaces } from './0019_device_places.ts';
import { soundMessages } from './0020_sound_messages.ts';
import { music } from './0021_music.ts';
import { clockState } from './0022_clock_state.ts';
import { livePages } from './0023_live_pages.ts';
import { alarms } from './0024_alarms.ts';
import { maintenanceWindows } from './0025_maintenance_windows.ts';
import { webhooks } from './0026_webhooks.ts';
import { triggers } from './0027_triggers.ts';
import { alarmChannels } from './0028_alarm_channels.ts';
import { map } from './0033_map.ts';
import { alertFeeds } from './0031_alert_feeds.ts';
import { browserPush } from './0029_browser_push.ts';
import { reports } from './0030_reports.ts';
import { soundTests } from './0034_sound_tests.ts';
import { alarmDetails } from './0035_alarm_details.ts';
import { judgedDevices } from './0036_judged_devices.ts';
import { passiveSoundTests } from './0037_passive_sound_tests.ts';
import { referenceIndexes } from './0038_reference_indexes.ts';
import { consent } from './0040_consent.ts';
import { grants } from './0041_grants.ts';
import { urgentMessages } from './0043_urgent_messages.ts';
import { notStarted } from './0044_not_started.ts';
import { registrations } from './0045_registrations.ts';
import { sideBySide } from './0046_side_by_side.ts';
import { providerClaims } from './0048_provider_claims.ts';

/** The migration with which the first release begins. A database without it has a schema that no release has had. */
export const BASELINE = '0001_baseline';

/** Every migration by the name under which databases have recorded it, in the order in which they run. Never edit a shipped one. */
export const migrations: Record<string, Migration> = {
  [BASELINE]: baseline,
  '0002_teams': teams,
  '0003_audit': audit,
  '0004_passkeys': passkeys,
  '0005_single_sign_on': singleSignOn,
  '0006_session_settings': sessionSettings,
  '0007_backups': backups,
  '0008_api_keys': apiKeys,
  '0010_work_of_members': workOfMembers,
  '0011_ended_rights': endedRights,
  '0013_neural_voices': neuralVoices,
  '0014_bell_timetables': bellTimetables,
  '0015_loudness': loudness,
  '0016_voice_packs': voicePacks,
  '0019_device_places': devicePlaces,
  '0020_sound_messages': soundMessages,
  '0021_music': music,
  '0022_clock_state': clockState,
  '0023_live_pages': livePages,
  '0024_alarms': alarms,
  '0025_maintenance_windows': maintenanceWindows,
  '0026_webhooks': webhooks,
  '0027_triggers': triggers,
  '0028_alarm_channels': alarmChannels,
  '0029_browser_push': browserPush,
  '0030_reports': reports,
  '0031_alert_feeds': alertFeeds,
  '0033_map': map,
  '0034_sound_tests': soundTests,
  '0035_alarm_details': alarmDetails,
  '0036_judged_devices': judgedDevices,
  '0037_passive_sound_tests': passiveSoundTests,
  '0038_reference_indexes': referenceIndexes,
  '0040_consent': consent,
  '0041_grants': grants,
  '0043_urgent_messages': urgentMessages,
  '0044_not_started': notStarted,
  '0045_registrations': registrations,
  '0046_side_by_side': sideBySide,
  '0048_provider_claims': providerClaims,
};
