// The evaluators of alarms, one for each kind that has a source of its own.
import type { AlarmKindFrom } from '@belfry/schemas/domain/alarms';
import { alertFeedFailing } from './alert-feed-failing.ts';
import { announcementMissed } from './announcement-missed.ts';
import { backupDue } from './backup-due.ts';
import { brokerAway } from './broker-away.ts';
import { certificateDue } from './certificate-due.ts';
import { clockOff } from './clock-off.ts';
import type { DeviceKind } from './device-kind.ts';
import { deviceOffline } from './device-offline.ts';
import { disk } from './disk.ts';
import { emergencyNotReady } from './emergency-not-ready.ts';
import { emergencyNotStarted } from './emergency-not-started.ts';
import { firmwareFailed } from './firmware-failed.ts';
import { keyUsedTwice } from './key-used-twice.ts';
import { memory } from './memory.ts';
import { messagesUndelivered } from './messages-undelivered.ts';
import { providerAway } from './provider-away.ts';
import type { QueryKind } from './query-kind.ts';
import { queueLag } from './queue-lag.ts';
import { restarts } from './restarts.ts';
import { scenarioMisses } from './scenario-misses.ts';
import { scheduleWithoutEffect } from './schedule-without-effect.ts';
import { temperature } from './temperature.ts';
import { undervoltage } from './undervoltage.ts';

export { deviceSubject, type Finding, type InstallationFacts } from './query-kind.ts';
export type { DeviceFacts, Reading } from './device-kind.ts';

export const DEVICE_KINDS: Readonly<Record<AlarmKindFrom<'device'>, DeviceKind>> = {
  device_offline: deviceOffline,
  temperature,
  disk,
  memory,
  undervoltage,
  clock_off: clockOff,
  restarts,
};

/** Kinds that are asked for at an interval. `api_away` is what the evaluator notices of its own past. */
export const QUERY_KINDS: Readonly<Record<Exclude<AlarmKindFrom<'query' | 'process'>, 'api_away'>, QueryKind>> = {
  announcement_missed: announcementMissed,
  emergency_not_ready: emergencyNotReady,
  emergency_not_started: emergencyNotStarted,
  scenario_misses: scenarioMisses,
  firmware_failed: firmwareFailed,
  key_used_twice: keyUsedTwice,
  schedule_without_effect: scheduleWithoutEffect,
  alert_feed_failing: alertFeedFailing,
  provider_away: providerAway,
  messages_undelivered: messagesUndelivered,
  queue_lag: queueLag,
  backup_due: backupDue,
  certificate_due: certificateDue,
  broker_away: brokerAway,
};
