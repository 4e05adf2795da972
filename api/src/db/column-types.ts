import type { GrantKind } from '@belfry/schemas/domain/grants';
import type { AlarmEventName, AlarmKind, AlarmState, AlarmTell } from '@belfry/schemas/domain/alarms';
import type { AlarmSeverity } from '@belfry/schemas/domain/alarm-severity';
import type { Chime, MissedPolicy, Priority, ReceiptEvent, AudioFormat } from '@belfry/schemas/domain/announcements';
import type { AuditDoor } from '@belfry/schemas/domain/audit';
import type { CompanyType } from '@belfry/schemas/domain/companies';
import type { DeviceSettings, ReportedConfig } from '@belfry/schemas/domain/configuration';
import type { DeviceConnection, DeviceMode, DeviceStatus, DeviceType } from '@belfry/schemas/domain/device';
import type { InputState } from '@belfry/schemas/domain/inputs';
import type { LeadIn } from '@belfry/schemas/domain/lead-in';
import type { SpeakerTransport } from '@belfry/schemas/domain/network-speakers';
import type { OutputState } from '@belfry/schemas/domain/outputs';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { NodeRole } from '@belfry/schemas/domain/rights';
import type { Role } from '@belfry/schemas/domain/roles';
import type { NotTestedReason, PlayerSound, SoundResult, SoundTestSetting } from '@belfry/schemas/domain/sound-tests';
import type { Targets } from '@belfry/schemas/domain/targets';
import type { TextLanguage } from '@belfry/schemas/domain/text-languages';
import type { WebhookEvent } from '@belfry/schemas/domain/webhook-events';
import type { HomeAssistantConnection, HomeAssistantRight } from '@belfry/schemas/http/home-assistant';
import type { SoundTest } from '@belfry/schemas/http/sound-tests';
import type { AnnouncementDelivery, AnnouncementRun, RunSaid } from '@belfry/schemas/http/announcements/announcements';
import type { Message } from '@belfry/schemas/http/library/texts';
import type { SampleRun, SampleRunError } from '@belfry/schemas/http/speech/sample-runs';
import type { VoicePack } from '@belfry/schemas/http/speech/voice-packs';
import type { Voice } from '@belfry/schemas/http/speech/voices';
import type { Backup, BackupSchedule } from '@belfry/schemas/http/backups';
import type { FloorPlanFormat } from '@belfry/schemas/http/map/floor-plans';
import type { DeviceOutput } from '@belfry/schemas/http/devices/devices';
import type { DeliveryState } from '@belfry/schemas/http/commands/commands';
import type { CommandRunState } from '@belfry/schemas/http/command-runs/runs';
import type { ApprovalState } from '@belfry/schemas/http/device-ownership/approvals';
import type { QuietHours } from '@belfry/schemas/http/places/effective-settings';
import type { RolloutPhases, RolloutState } from '@belfry/schemas/http/firmware/rollouts';
import type { MetricRecord } from '@belfry/schemas/http/metrics/metrics';
import type { SavedFilter } from '@belfry/schemas/http/fleet/saved-filters';
import type { BusyChoice, PageBody, PageEnd, PagePath, PageState } from '@belfry/schemas/http/live-pages/live-pages';
import type { MessageChannel, MessageState, OutgoingMessageKind } from '@belfry/schemas/http/mail/outbox';
import type { BellWeek } from '@belfry/schemas/http/bells/bells';
import type { DayProgramme } from '@belfry/schemas/http/schedules/day-programme';
import type { HolidayCalendar } from '@belfry/schemas/http/holidays';
import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import type { ScheduleAction } from '@belfry/schemas/http/schedules/schedules';
import type { Bell, TimetableColour } from '@belfry/schemas/http/bells/timetables';
import type { LogLevel } from '@belfry/schemas/http/service/log-level';
import type { QuotaKind } from '@belfry/schemas/http/service/quotas';
import type { ScenarioAction } from '@belfry/schemas/http/scenarios/actions';
import type { DestinationService } from '@belfry/schemas/http/scenarios/destinations';
import type {
  ScenarioActionState,
  ScenarioAnswer,
  ScenarioReceipt,
  ScenarioRun,
} from '@belfry/schemas/http/scenarios/runs';
import type { Scenario } from '@belfry/schemas/http/scenarios/scenarios';
import type { TriggerAction } from '@belfry/schemas/http/triggers/actions';
import type { AlertDecision, AlertReason } from '@belfry/schemas/http/alert-feeds';
import type { FiringSource } from '@belfry/schemas/http/triggers/firings';
import type { FiringState } from '@belfry/schemas/domain/firings';
import type { TriggerSource } from '@belfry/schemas/http/triggers/sources';
import type { Trigger } from '@belfry/schemas/http/triggers/triggers';
import type { Webhook, WebhookDeliveryState } from '@belfry/schemas/http/webhooks';
import type { Command } from '@belfry/schemas/mqtt/commands';
import type { PlayerMessage, ResponseMessage } from '@belfry/schemas/mqtt/messages';

type JsonObject = Record<string, unknown>;

export type PairingState = 'waiting' | 'paired' | 'refused' | 'used';
export type CodePurpose = 'email' | 'phone' | 'new_email' | 'new_phone';

export type TokenPurpose = 'reset_password' | 'two_factor' | 'unlock_sign_in';

/**
 * What a message is, as far as budgets depend on it. code: about the recipient's own account; confirmation: asks whether a recipient wants messages;
 * text: written by a person; scenario: of a scenario; notice: about places and reports; urgent: about alarms that are critical, or that nobody has taken care of.
 */
export type MessageClass =
  | 'code'
  | 'confirmation'
  | 'emergency'
  | 'notice'
  | 'registration'
  | 'scenario'
  | 'text'
  | 'urgent';

export type PackFacts = Pick<VoicePack, 'kind' | 'language_code' | 'gender' | 'quality' | 'commercial'> & {
  name: string;
  speaker: number;
  note?: string | null;
  licence: { name: string; url: string | null };
  files: { name: string; bytes: number; sha256: string; url: string }[];
};

export type RolloutParams = { filename: string; sha256: string; signature: string; version: string };

/** A run of which the server checks `minutes` after its instant whether it was started; see ANN-9. */
export type RunCheck = { run_id: string; schedule_id: number; at: string; minutes: number };

export type SampleContent = {
  nodes: number[];
  bindings: { company_id: number; serial: string }[];
  groups: number[];
  favorites: string[];
  /** Ids of the library; absent in a sample of an earlier version. */
  messages?: number[];
  stations?: number[];
  schedules?: number[];
};

/**
 * Facts about columns that Postgres does not know: the shape of a JSON value, and the values that a text may have. `npm
 * run db:types` reads the names of this list and uses them in the generated type; null and defaults follow from the
 * schema.
 */
export type ColumnTypes = {
  'alarm_conditions.kind': AlarmKind;
  'alarm_events.event': AlarmEventName;
  'alarm_events.severity': AlarmSeverity;
  'alarm_events.state': AlarmState;
  'alarm_rules.kind': AlarmKind;
  'alarm_rules.severity': AlarmSeverity;
  'alarm_rules.tell': AlarmTell;
  'alarms.kind': AlarmKind;
  'alarms.severity': AlarmSeverity;
  'alarms.state': AlarmState;
  'alarms.tell': Partial<AlarmTell>;
  'announcement_deliveries.state': AnnouncementDelivery['state'];
  'announcement_parts.items': AudioItem[];
  'announcement_parts.items_after': AudioItem[];
  'announcement_parts.items_before': AudioItem[];
  'announcement_receipts.event': ReceiptEvent;
  'announcement_runs.chime': Chime;
  'announcement_runs.kind': AnnouncementRun['kind'];
  'announcement_runs.priority': Priority;
  'announcement_runs.state': AnnouncementRun['state'];
  'announcement_runs.said': RunSaid;
  'announcement_runs.targets': Targets;
  'audio.peaks': number[];
  'audio_files.format': AudioFormat;
  'audit_log.after': JsonObject;
  'audit_log.before': JsonObject;
  'audit_log.details': JsonObject;
  'audit_log.door': AuditDoor;
  'backup_settings.schedule': BackupSchedule;
  'backups.cause': Backup['cause'];
  'backups.state': Backup['state'];
  'command_deliveries.phase': ResponseMessage['phase'];
  'command_deliveries.progress': JsonObject;
  'command_deliveries.result': JsonObject;
  'bell_places.weekdays': BellWeek['weekdays'];
  'bell_timetables.bells': Bell[];
  'bell_timetables.colour': TimetableColour;
  'command_deliveries.state': DeliveryState;
  'command_runs.state': CommandRunState;
  'commands.command': Command;
  'commands.params': JsonObject;
  'commands.target': 'device' | 'fleet' | 'run';
  'companies.device_type': DeviceType;
  'companies.lead_in': LeadIn;
  'companies.quiet_hours': QuietHours[];
  'companies.sound_test': SoundTestSetting;
  'companies.type': CompanyType;
  'confirmation_codes.purpose': CodePurpose;
  'confirmed_recipients.channel': MessageChannel;
  'day_programmes.windows': DayProgramme['windows'];
  'device_approvals.state': ApprovalState;
  'destinations.service': DestinationService;
  'device_configs.desired': DeviceSettings;
  'device_configs.reported': ReportedConfig;
  'device_events.details': JsonObject;
  'device_events.type': 'connection' | 'firmware' | 'configuration' | 'owner' | 'binding';
  'device_inputs.state': InputState;
  'device_pairings.state': PairingState;
  'device_state.connection': DeviceConnection;
  'device_state.metrics': MetricRecord;
  'device_state.outputs': Record<string, DeviceOutput>;
  'device_state.players': Partial<Record<PlayerChannel, PlayerMessage>>;
  'device_state.reported_status': DeviceStatus;
  'device_state.status': DeviceStatus;
  'devices.device_mode': DeviceMode;
  'devices.device_type': DeviceType;
  'firmware_rollouts.params': RolloutParams;
  'firmware_rollouts.phases': RolloutPhases;
  'firmware_rollouts.state': RolloutState;
  'floor_plans.format': FloorPlanFormat;
  'holiday_calendars.days': HolidayCalendar['days'];
  'home_assistants.allows': HomeAssistantRight[];
  'home_assistants.disabled_reason': NonNullable<HomeAssistantConnection['disabled_reason']>;
  'home_assistants.state': Exclude<HomeAssistantConnection['state'], 'off'>;
  'home_assistants.version': HomeAssistantConnection['version'];
  'identity_provider_domains.proven_by': 'dns' | 'administrator';
  'identity_provider_rules.role': NodeRole;
  'installation_usage.kind': QuotaKind;
  'log_level.level': LogLevel;
  'maintenance_windows.exceptions': string[];
  'member_invitations.role': NodeRole;
  'memberships.role': NodeRole;
  'message_digests.channel': MessageChannel;
  'message_ledger.channel': MessageChannel;
  'message_ledger.class': MessageClass;
  'messages.chime': Message['chime'];
  'messages.variants': Message['variants'];
  'network_speakers.transport': SpeakerTransport;
  'one_time_tokens.purpose': TokenPurpose;
  'outgoing_messages.channel': MessageChannel;
  'outgoing_messages.kind': OutgoingMessageKind;
  'outgoing_messages.state': MessageState;
  'pages.busy': BusyChoice;
  'pages.ended_by': PageEnd;
  'pages.path': PagePath;
  'pages.priority': PageBody['priority'];
  'pages.state': PageState['state'];
  'programme_contents.checks': RunCheck[];
  'renderings.items': AudioItem[];
  'responsible_people.language': TextLanguage;
  'sample_organisation.content': SampleContent;
  'sample_runs.errors': SampleRunError[];
  'sample_runs.pause_reason': NonNullable<SampleRun['pause_reason']>;
  'sample_runs.state': SampleRun['state'];
  'saved_device_filters.filters': SavedFilter['filters'];
  'saved_places.targets': Targets;
  'scenario_outputs.wanted': OutputState;
  'scenario_screens.colour': Scenario['colour'];
  'scenario_receipts.answer': ScenarioAnswer;
  'scenario_receipts.state': ScenarioReceipt['state'];
  'scenario_run_actions.action': ScenarioAction;
  'scenario_run_actions.state': ScenarioActionState;
  'scenario_runs.source': ScenarioRun['source'];
  'scenario_runs.state': ScenarioRun['state'];
  'scenario_runs.variables': Record<string, string>;
  'scenarios.actions': ScenarioAction[];
  'scenarios.colour': Scenario['colour'];
  'scenarios.disabled_reason': NonNullable<Scenario['disabled_reason']>;
  'scenarios.icon': Scenario['icon'];
  'schedules.action': ScheduleAction;
  'schedules.exceptions': string[];
  'schedules.missed': MissedPolicy;
  'schedules.targets': Targets;
  'alert_decisions.decision': AlertDecision;
  'alert_decisions.reason': AlertReason;
  'sound_tests.kind': SoundTest['kind'];
  'sound_tests.players': PlayerSound[];
  'sound_tests.reason': NotTestedReason;
  'sound_tests.result': SoundResult;
  'trigger_firings.details': JsonObject;
  'trigger_firings.source': FiringSource;
  'trigger_firings.state': FiringState;
  'triggers.action': TriggerAction;
  'stopped_grants.kind': GrantKind;
  'triggers.disabled_reason': NonNullable<Trigger['disabled_reason']>;
  'triggers.mode': Trigger['mode'];
  'triggers.source': TriggerSource;
  'users.role': Role;
  'voice_packs.facts': PackFacts;
  'voice_packs.source': Exclude<VoicePack['source'], 'folder'>;
  'voice_packs.state': VoicePack['state'];
  'voices.gender': Voice['gender'];
  'voices.provider': Voice['provider'];
  'voices.voice_type': Voice['voice_type'];
  'webhook_deliveries.data': JsonObject;
  'webhook_deliveries.state': WebhookDeliveryState;
  'webhook_events.data': JsonObject;
  'webhooks.disabled_reason': NonNullable<Webhook['disabled_reason']>;
  'webhooks.events': WebhookEvent[];
};
