import type { BackupState } from '@belfry/schemas/http/service/health';
import type { Backup, Backups, BackupSettingsBody } from '@belfry/schemas/http/backups';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { audit, type Actor } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, editConflict, fieldError } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { Wire } from '../../http/routes/route.ts';
import { defineQueue } from '../../jobs/index.ts';
import { seal } from '../../lib/seal.ts';
import {
  deleteOldRecords,
  failAbandoned,
  findLastDone,
  findLastStart,
  findSettings,
  insertBackup,
  listBackups,
  lockSettings,
  readBackup,
  updateSettings,
  type SettingsRow,
} from './backups.repository.ts';
import { backupFileName, installationName } from './installation/settings.ts';
import { isOverdue, lastDue, nextDue } from './schedule.ts';
import { configuredTargets } from './targets/open-target.ts';

/** A backup reads the whole installation. */
const STARTS_PER_USER = { hits: 10, windowSeconds: 3_600 };
const CHANGES_PER_USER = { hits: 60, windowSeconds: 3_600 };
const RETRY_MS = 3_600_000;

export const PASSPHRASE_PURPOSE = 'backup passphrase';

const NO_PASSPHRASE = 'Please set a passphrase for the backups first.';
const RUNNING = 'A backup is being made already.';
const CHANGED = 'Somebody else has changed the settings of the backups.';

/** One day at most, which is the limit of the queue. */
const TIMEOUT_S = 23 * 3_600;

/** A backup that is to be made; its record exists. One that fails is begun anew by the schedule. */
export const BACKUP_JOBS = defineQueue('backups', {
  schema: z.strictObject({ backup_id: z.int() }),
  concurrency: 1,
  retries: 0,
  retryDelayS: 60,
  timeoutS: TIMEOUT_S,
});

declare module '../../deps.ts' {
  interface Deps {
    backups: { state: () => Promise<BackupState> };
  }
}

export const createBackups = ({ db }: Pick<Deps, 'db'>): Deps['backups'] => ({
  async state() {
    const settings = await findSettings(db);
    if (settings.schedule === 'off') return 'unused';
    return isOverdue(settings, await findLastStart(db, 'done'), Date.now()) ? 'overdue' : 'ok';
  },
});

type ReadDeps = Pick<Deps, 'db' | 'config'>;

/** A place that the operator has removed since is not used. */
export function targetOf({ target }: Pick<SettingsRow, 'target'>, config: Deps['config']): string {
  const targets = configuredTargets(config);
  return targets.find((each) => each === target) ?? targets[0] ?? '';
}

export async function readBackups({ db, config }: ReadDeps): Promise<Wire<Backups>> {
  const settings = await findSettings(db);
  const now = Date.now();
  const lastDone = (await findLastDone(db)) ?? null;
  const next = nextDue(settings, now);
  return {
    settings: toSettings(settings, config),
    targets: configuredTargets(config),
    next_at: next === null ? null : new Date(next),
    overdue: isOverdue(settings, lastDone === null ? null : new Date(lastDone.started_at), now),
    last_done: lastDone,
    backups: await listBackups(db),
  };
}

function toSettings(row: SettingsRow, config: Deps['config']): Wire<Backups['settings']> {
  const { schedule, hour, time_zone, keep, test_restore, revision } = row;
  const target = targetOf(row, config);
  return { schedule, hour, time_zone, keep, test_restore, revision, target, has_passphrase: row.passphrase !== null };
}

/**
 * Changes schedule, target and passphrase. Throws unprocessable for a target that is not offered, and for a schedule without passphrase;
 * edit_conflict, rate_limited.
 */
export async function changeSettings(
  deps: ReadDeps,
  actor: Actor,
  { passphrase, revision, ...choices }: BackupSettingsBody,
): Promise<Wire<Backups>> {
  const { db, config } = deps;
  await countAttempt(deps, [{ key: `backup-settings:${actor.user.id}`, ...CHANGES_PER_USER }]);
  if (!configuredTargets(config).includes(choices.target))
    throw fieldError('unprocessable', 'target', 'This is none of the places for backups.');
  await transact(db, async (trx) => {
    const before = await lockSettings(trx);
    if (before.revision !== revision) throw editConflict(CHANGED, toSettings(before, config));
    if (choices.schedule !== 'off' && passphrase === undefined && before.passphrase === null)
      throw fieldError('unprocessable', 'passphrase', NO_PASSPHRASE);
    await updateSettings(trx, {
      ...choices,
      updated_by: actor.user.id,
      ...(choices.schedule !== before.schedule && { scheduled_at: new Date() }),
      ...(passphrase !== undefined && {
        passphrase: seal(config.SERVICE_SECRET, PASSPHRASE_PURPOSE, passphrase),
      }),
    });
    const { schedule, hour, time_zone, keep, target, test_restore } = before;
    const details = {
      before: { schedule, hour, time_zone, keep, target, test_restore },
      after: choices,
      new_passphrase: passphrase !== undefined,
    };
    await audit(trx, actor, { action: 'backup.settings', object_kind: 'backup', object_id: 'settings', details });
  });
  return readBackups(deps);
}

type StartDeps = Pick<Deps, 'db' | 'config' | 'jobs'>;

/** Begins a backup at the target of the settings. Throws unprocessable without passphrase, conflict while one is being made, rate_limited. */
export async function startBackup(deps: StartDeps, actor: Actor): Promise<Wire<Backup>> {
  const { db } = deps;
  await countAttempt(deps, [{ key: `backup-start:${actor.user.id}`, ...STARTS_PER_USER }]);
  const id = await transact(db, async (trx) => {
    await failAbandoned(trx);
    const settings = await lockSettings(trx);
    if (settings.passphrase === null) throw new AppError('unprocessable', NO_PASSPHRASE);
    const begun = await begin(deps, trx, settings, { cause: 'person', started_by: actor.user.id, at: new Date() });
    if (begun === null) throw new AppError('conflict', RUNNING);
    const details = { target: targetOf(settings, deps.config) };
    await audit(trx, actor, { action: 'backup.start', object_kind: 'backup', object_id: begun, details });
    return begun;
  });
  return readBackup(db, id);
}

/**
 * Begins the backup of the schedule if it is due, whichever instances look; one that has failed is begun anew after an hour. Ends the records of
 * backups whose process has ended.
 */
export async function startDueBackup(deps: StartDeps, now = Date.now()): Promise<void> {
  const { db } = deps;
  await failAbandoned(db);
  await deleteOldRecords(db);
  if (!(await isDue(db, await findSettings(db), now))) return;
  await transact(db, async (trx) => {
    const settings = await lockSettings(trx);
    if (settings.passphrase === null || !(await isDue(trx, settings, now))) return;
    await begin(deps, trx, settings, { cause: 'schedule', started_by: null, at: new Date(now) });
  });
}

async function isDue(db: Kysely<Database>, settings: SettingsRow, now: number): Promise<boolean> {
  const due = lastDue(settings, now);
  if (due === null) return false;
  const done = await findLastStart(db, 'done');
  if (done !== null && done.getTime() >= due) return false;
  const failed = await findLastStart(db, 'failed');
  return failed === null || failed.getTime() < due || now - failed.getTime() > RETRY_MS;
}

type Beginning = { cause: 'schedule' | 'person'; started_by: number | null; at: Date };

/** Records a backup and stores its job; null while another one is running. */
async function begin(
  { config, jobs }: Pick<Deps, 'config' | 'jobs'>,
  trx: Kysely<Database>,
  settings: SettingsRow,
  { at, ...cause }: Beginning,
): Promise<number | null> {
  const file = backupFileName(installationName(config), at);
  const id = await insertBackup(trx, { file, target: targetOf(settings, config), started_at: at, ...cause });
  if (id !== null) await jobs.send(trx, BACKUP_JOBS, { backup_id: id });
  return id;
}
