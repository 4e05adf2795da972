import { deleteOldAudit } from '../audit/chain/chainer.ts';
import { isDatabaseAway } from '../db/errors.ts';
import type { Deps } from '../deps.ts';
import {
  deleteExpiredKeys,
  deleteOldInvitations,
  deleteOldTokens,
  endPassedSessions,
  deleteSpentChallenges,
  sweepAbandonedRegistrations,
} from '../features/accounts/index.ts';
import { deleteOldAlarms, expandWindows, sendAlarmNotices } from '../features/alarms/index.ts';
import { deleteOldAnnouncements } from '../features/announcements/index.ts';
import { deleteOldMusic } from '../features/announcements/music/index.ts';
import { startDueBackup } from '../features/backups/index.ts';
import { deleteOldCommands } from '../features/commands/index.ts';
import { removeUnusedPlanFiles } from '../features/map/index.ts';
import { resumeStalledRuns } from '../features/command-runs/index.ts';
import { deleteOldApprovals, deleteOldPairings } from '../features/device-ownership/index.ts';
import { deleteOldDeviceEvents } from '../features/device-timeline/index.ts';
import { keepRolloutOutcomes, resumeStalledRollouts } from '../features/firmware/index.ts';
import {
  deleteOldCharges,
  deleteOldDigests,
  deleteOldMessages,
  deleteOldRequests,
  resumeQueuedMessages,
  sendDueDigests,
} from '../features/mail/outbox/index.ts';
import { sendMonthlyReports } from '../features/reports/index.ts';
import { newPace, runSoundTests } from '../features/sound-tests/index.ts';
import { scheduleRollups } from '../features/metrics/index.ts';
import { deleteOldRecordings } from '../features/live-pages/index.ts';
import { observeInstallation } from './installation-gauges.ts';
import { deleteOldMemberInvitations, endPassedRights } from '../features/teams/index.ts';
import { deleteOldSignOns } from '../features/single-sign-on/index.ts';
import { renderAgain } from '../features/schedules/programmes/index.ts';
import { resumeStalledSampleRun } from '../features/speech/samples/index.ts';
import { offerNeuralVoices } from '../features/speech/voices/index.ts';
import { deleteOldDecisions } from '../features/alert-feeds/index.ts';
import { deleteOldFirings, deleteOldInputs } from '../features/triggers/index.ts';
import { deleteOldDeliveries } from '../features/webhooks/index.ts';
import { deletePassedLimits } from '../http/rate-limit/rate-limit.repository.ts';
import { countUsage } from '../quotas/quotas.repository.ts';

const DAY_MS = 86_400_000;
const SWEEP_INTERVAL_MS = 3_600_000;
/** Passed rate limits are deleted more often than other rows, because each address that calls leaves a row. */
const RATE_LIMITS_INTERVAL_MS = 60_000;
/** Rights end at their instant; connections that they allowed end this much later at most. */
const ENDED_INTERVAL_MS = 500;
const STALLED_INTERVAL_MS = 60_000;
const MEASURE_INTERVAL_MS = 60_000;
const LEVEL_INTERVAL_MS = 5_000;
const NOTICES_INTERVAL_MS = 5_000;
/** Between two looks for devices whose sound is to be tested: neighbours are tested one after another. */
const SOUND_TESTS_INTERVAL_MS = 30_000;
const SESSIONS_INTERVAL_MS = 5_000;
/** The interval at which gauges are updated: that of Prometheus' scrapes. */
const OBSERVE_INTERVAL_MS = 15_000;
/** Work on a file takes minutes; an older file belongs to a process that may have ended. */
const WORK_FILES_MS = 3 * SWEEP_INTERVAL_MS;

type HousekeepingDeps = Pick<
  Deps,
  | 'db'
  | 'directory'
  | 'log'
  | 'logLevel'
  | 'auth'
  | 'broker'
  | 'commands'
  | 'events'
  | 'ingest'
  | 'jobs'
  | 'push'
  | 'long'
  | 'config'
  | 'files'
  | 'rendering'
  | 'speech'
>;

const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

export async function sweep({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  await deletePassedLimits(db);
  await deleteExpiredKeys(db);
  await deleteOldTokens(db);
  await deleteSpentChallenges(db);
  await deleteOldInvitations(db);
  await deleteOldMemberInvitations(db);
  await deleteOldSignOns(db);
  await deleteOldMessages(db);
  await deleteOldCharges(db);
  await deleteOldDigests(db);
  await deleteOldRequests(db);
  await deleteOldApprovals(db);
  await deleteOldPairings(db);
  await deleteOldDeviceEvents(db);
  await deleteOldAlarms(db);
  await deleteOldAnnouncements(db, daysAgo(config.ANNOUNCEMENTS_RETENTION_DAYS));
  await deleteOldMusic(db, daysAgo(config.ANNOUNCEMENTS_RETENTION_DAYS));
  await deleteOldDeliveries(db);
  await deleteOldFirings(db);
  await deleteOldDecisions(db);
  await deleteOldInputs(db);
  const oldest = daysAgo(config.COMMANDS_RETENTION_DAYS);
  await keepRolloutOutcomes(db, oldest);
  await deleteOldCommands(db, oldest);
  await deleteOldAudit(db, daysAgo(config.AUDIT_RETENTION_DAYS));
}

export type Housekeeping = {
  /**
   * Continues runs, rollouts and messages whose job was lost, and does what is due. Called once the jobs have started.
   */
  resumeStalled(): Promise<void>;
  stop(): void;
};

export function startHousekeeping(deps: HousekeepingDeps): Housekeeping {
  const { db, log } = deps;
  const guarded = (task: () => Promise<unknown>) => async (): Promise<void> => {
    await task().catch((error: unknown) => {
      if (!isDatabaseAway(error)) log.error({ err: error }, 'housekeeping failed');
    });
  };
  const repeat = (task: () => Promise<unknown>, intervalMs: number): NodeJS.Timeout => {
    const run = guarded(task);
    return setInterval(() => void run(), intervalMs).unref();
  };
  const resume = async (): Promise<void> => {
    await resumeStalledRuns(deps);
    await resumeStalledRollouts(deps);
    await resumeStalledSampleRun(deps);
    await resumeQueuedMessages(deps);
    await sendDueDigests(deps);
    await scheduleRollups(deps);
    await countUsage(deps);
    // Its notification may have been missed.
    await deps.logLevel.refresh();
    await startDueBackup(deps);
    await expandWindows(deps);
    await offerNeuralVoices(deps);
  };
  const pace = newPace();
  const timers = [
    repeat(async () => {
      // Before the rows are deleted by which their connections are found.
      await endPassedSessions(deps);
      await sweep(deps);
    }, SWEEP_INTERVAL_MS),
    repeat(() => endPassedSessions(deps), SESSIONS_INTERVAL_MS),
    repeat(() => sweepAbandonedRegistrations(deps), SWEEP_INTERVAL_MS),
    repeat(() => deleteOldRecordings(deps), SWEEP_INTERVAL_MS),
    repeat(() => deps.rendering.removeUnused(), SWEEP_INTERVAL_MS),
    repeat(() => removeUnusedPlanFiles(deps), SWEEP_INTERVAL_MS),
    repeat(() => deps.rendering.measureSome(), MEASURE_INTERVAL_MS),
    repeat(() => deps.rendering.levelSome(), LEVEL_INTERVAL_MS),
    repeat(() => renderAgain(deps), deps.config.NEURAL_RETRY_S * 1_000),
    repeat(() => deps.files.work.removeOlderThan(WORK_FILES_MS), SWEEP_INTERVAL_MS),
    repeat(() => deletePassedLimits(db), RATE_LIMITS_INTERVAL_MS),
    repeat(() => endPassedRights(deps), ENDED_INTERVAL_MS),
    repeat(async () => deps.ingest().leads && sendAlarmNotices(deps), NOTICES_INTERVAL_MS),
    repeat(async () => deps.ingest().leads && sendMonthlyReports(deps), STALLED_INTERVAL_MS),
    repeat(async () => deps.ingest().leads && runSoundTests(deps, pace), SOUND_TESTS_INTERVAL_MS),
    repeat(resume, STALLED_INTERVAL_MS),
    repeat(() => observeInstallation(deps), OBSERVE_INTERVAL_MS),
  ];
  return { resumeStalled: guarded(resume), stop: () => timers.forEach((timer) => clearInterval(timer)) };
}
