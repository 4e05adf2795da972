import { setTimeout as delay } from 'node:timers/promises';
import type { BrokerGateway } from '../broker-gateway.ts';
import type { Config } from '../config/config.ts';
import { createDb, createPool } from '../db/client.ts';
import { createLongStatements } from '../db/long-statements.ts';
import type { Deps } from '../deps.ts';
import { createAuthenticator, findSignedInIds } from '../features/accounts/index.ts';
import { createAlarms, noteAlarmNotices } from '../features/alarms/index.ts';
import { createPush } from '../features/mail/push/index.ts';
import { createProgramKeys } from '../features/api-keys/index.ts';
import { createBackups } from '../features/backups/index.ts';
import { createDeviceDirectory } from '../features/devices/index.ts';
import { createFirmware } from '../features/firmware/index.ts';
import { createRendering } from '../features/library/rendering/index.ts';
import type { FindGeoLocation } from '../features/lookups/index.ts';
import { startOutbox, createFileSenders, createSenders, createStoredCopies } from '../features/mail/outbox/index.ts';
import { createLivePages } from '../features/live-pages/index.ts';
import { createDeviceKeys, createLogLevel } from '../features/service/index.ts';
import { createDirectories, createIdentityProviders } from '../features/single-sign-on/index.ts';
import { createSpeech } from '../features/speech/index.ts';
import { createCatalogue } from '../features/speech/packs/index.ts';
import { createVoiceSamples } from '../features/speech/samples/index.ts';
import { createAlertFetch } from '../features/alert-feeds/index.ts';
import { createFiringSignal, noteAlarmFirings } from '../features/triggers/index.ts';
import { createWebhookSender, tellWebhooksOfAlarms } from '../features/webhooks/index.ts';
import { createUploads, type UploadLimits } from '../http/files/uploads.ts';
import { createWrongKeys } from '../http/routes/wrong-keys.ts';
import { createJobs, type RunningJobs } from '../jobs/index.ts';
import { createTtlCache } from '../lib/ttl-cache.ts';
import type { Logger } from '../log.ts';
import type { OrganisationMember } from '../mqtt/console-events.ts';
import { createBranches } from '../people/branches.ts';
import { findMembersOf } from '../people/member-access.ts';
import { findAdministratorIds } from '../people/users.repository.ts';
import { createFileStore, createFreeSpace, type FileStore, type Space } from '../storage/index.ts';
import { startMessaging } from './messaging.ts';

const POOL_END_MS = 500;
/** A new member loads everything in any case, so that the list of people to tell may be a little old. */
const MEMBERS_TTL_MS = 1_000;
const MEMBERS_MAX_ENTRIES = 1_000;

export type UploadOptions = { readSpace?: () => Promise<Space>; limits?: UploadLimits };

export type StartDepsOptions = {
  config: Config;
  log: Logger;
  findGeoLocation: FindGeoLocation;
  broker: BrokerGateway | undefined;
  uploads?: UploadOptions | undefined;
};

export type StartedDeps = {
  deps: Deps;
  files: FileStore;
  jobs: RunningJobs;
  stop(): Promise<void>;
};

/** Creates what the features depend on, and connects to Postgres and the broker. `stop` ends it in the reverse order. */
export async function startDeps({
  config,
  log,
  findGeoLocation,
  broker: replacedBroker,
  uploads: { readSpace = createFreeSpace(config.DATA_DIR), limits } = {},
}: StartDepsOptions): Promise<StartedDeps> {
  const pool = createPool(config.DATABASE_URL, { log });
  const db = createDb(pool);
  const auth = createAuthenticator({ pool, db }, createProgramKeys(pool));
  const logLevel = createLogLevel({ db, log, config });
  const long = createLongStatements(config.DATABASE_URL, log, { readUrl: config.DATABASE_READ_URL });
  const directory = createDeviceDirectory({ pool, db }, long);
  const members = createTtlCache<OrganisationMember[]>(MEMBERS_TTL_MS, MEMBERS_MAX_ENTRIES);
  const alarms = createAlarms({ db, log });
  alarms.onAlarm('webhooks', tellWebhooksOfAlarms);
  alarms.onAlarm('triggers', noteAlarmFirings);
  alarms.onAlarm('channels', noteAlarmNotices);
  const backups = createBackups({ db });
  const firingSignal = createFiringSignal();
  const messaging = startMessaging({
    config,
    log,
    findAdministratorIds: () => findAdministratorIds(db),
    findSignedInIds: () => findSignedInIds(db),
    findMembersOf: (ownerIds) => members.get(ownerIds.join(','), () => findMembersOf(db, ownerIds)),
    onKeysChanged: () => {
      auth.onKeysChanged();
      // It may have been a membership that has changed.
      directory.changed();
    },
    onLogLevelChanged: () => void logLevel.refresh(),
    alarms,
    readBackupState: backups.state,
    onFired: firingSignal.notify,
    broker: replacedBroker,
  });
  const { broker, commands, events, ingest, stuckBatches } = messaging;
  const outbox = startOutbox({
    db,
    log,
    senders: createSenders(config),
    copies: createStoredCopies({ db, dataDir: config.DATA_DIR, writers: createFileSenders(config) }),
  });
  const speech = createSpeech({ config, log });
  const files = await createFileStore(config);
  const samples = createVoiceSamples({ files, db, events, log, speech });
  const jobs = createJobs({ url: config.DATABASE_URL, log });
  const deps: Deps = {
    config,
    log,
    pool,
    db,
    broker,
    commands,
    stuckBatches,
    ingest,
    events,
    jobs,
    uploads: createUploads(readSpace, limits),
    outbox,
    speech,
    voiceCatalogue: createCatalogue(config),
    samples,
    rendering: createRendering({ files, db, log, speech }),
    files,
    findGeoLocation,
    long,
    auth,
    logLevel,
    backups,
    alarms,
    push: createPush({ db, jobs, config, log }),
    livePages: createLivePages(),
    branches: createBranches(db),
    deviceKeys: createDeviceKeys(pool),
    directories: createDirectories(db),
    identityProviders: createIdentityProviders(config),
    wrongKeys: createWrongKeys(config.RATE_LIMIT_SCALE),
    firingSignal,
    alertFetch: createAlertFetch(config),
    webhookSender: createWebhookSender(config),
    firmware: createFirmware({ config, db, log }, files),
    directory,
  };

  async function stop(): Promise<void> {
    logLevel.stop();
    // Before what the jobs use.
    await jobs.stop();
    await speech.stop();
    await samples.stop();
    await Promise.all([messaging.stop(), outbox.stop()]);
    files.stop();
    // A server that hangs would never confirm that its connections are closed.
    await Promise.race([Promise.all([pool.end(), long.stop()]), delay(POOL_END_MS, undefined, { ref: false })]);
  }

  return { deps, files, jobs, stop };
}
