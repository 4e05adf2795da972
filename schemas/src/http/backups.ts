import { z } from 'zod';
import { BACKUP_PASSPHRASE_MAX, BACKUP_PASSPHRASE_MIN, BACKUPS_KEPT_MAX, BACKUPS_KEPT_MIN } from '../domain/limits.ts';
import { isTimeZone } from '../domain/utc-offset.ts';
import { endpoint } from './endpoint.ts';
import { revisionSchema } from './revision.ts';

/** How often backups are made by themselves: each day, each Monday, or on the first day of each month. */
export const BACKUP_SCHEDULES = ['off', 'daily', 'weekly', 'monthly'] as const;
export type BackupSchedule = (typeof BACKUP_SCHEDULES)[number];

/** What began a backup: the schedule, somebody in the console, or `npm run backup`. */
export const BACKUP_CAUSES = ['schedule', 'person', 'command'] as const;
export const BACKUP_STATES = ['running', 'done', 'failed'] as const;

const choices = {
  schedule: z.enum(BACKUP_SCHEDULES),
  hour: z.int().min(0).max(23).describe('of the time zone'),
  time_zone: z.string().max(64).refine(isTimeZone, 'Unknown time zone').describe('IANA name'),
  keep: z
    .int()
    .min(BACKUPS_KEPT_MIN)
    .max(BACKUPS_KEPT_MAX)
    .describe('how many backups at this target are kept; older ones are deleted after each new one'),
  test_restore: z.boolean().describe('restore each backup into a database that is dropped afterwards'),
  revision: revisionSchema,
};
const target = z.string().describe('one of `targets`');

export const backupSettingsSchema = z
  .strictObject({
    ...choices,
    target,
    has_passphrase: z.boolean().describe('the passphrase itself is in no answer'),
  })
  .meta({ id: 'BackupSettings' });
export type BackupSettings = z.infer<typeof backupSettingsSchema>;

export const backupSettingsBodySchema = z
  .strictObject({
    ...choices,
    target: target.max(2_000),
    passphrase: z
      .string()
      .min(BACKUP_PASSPHRASE_MIN, `The passphrase needs ${BACKUP_PASSPHRASE_MIN} characters or more`)
      .max(BACKUP_PASSPHRASE_MAX)
      .optional()
      .describe('for backups from now on; absent: stays'),
  })
  .meta({ id: 'BackupSettingsBody' });
export type BackupSettingsBody = z.output<typeof backupSettingsBodySchema>;

export const backupSchema = z
  .strictObject({
    backup_id: z.int(),
    file: z.string(),
    target: z.string(),
    cause: z.enum(BACKUP_CAUSES),
    state: z.enum(BACKUP_STATES),
    started_by: z
      .string()
      .nullable()
      .describe('name of the person; null for other causes, and where that account is gone'),
    started_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
    bytes: z.int().describe('so far, while it is running'),
    missing_files: z.int().describe('that the database names and the storage did not have'),
    error: z.string().nullable(),
    tested_at: z.iso.datetime().nullable().describe('when it was restored for a test'),
    test_error: z.string().nullable().describe('why the test restore failed'),
    deleted_at: z.iso.datetime().nullable().describe('when it was deleted, because newer ones are kept'),
  })
  .meta({ id: 'Backup' });
export type Backup = z.infer<typeof backupSchema>;

export const BACKUPS_SHOWN_MAX = 20;

export const backupsSchema = z
  .strictObject({
    settings: backupSettingsSchema,
    targets: z.array(z.string()).describe('folders and buckets that the operator has set with BACKUP_TARGETS'),
    next_at: z.iso.datetime().nullable().describe('when the schedule makes the next one'),
    overdue: z.boolean().describe('no backup has succeeded for one and a half intervals of the schedule'),
    last_done: backupSchema.nullable().describe('the last one that succeeded'),
    backups: z.array(backupSchema).max(BACKUPS_SHOWN_MAX).describe('the newest first'),
  })
  .meta({ id: 'Backups' });
export type Backups = z.infer<typeof backupsSchema>;

export const backupsHttp = {
  read: endpoint({
    method: 'get',
    path: '/admin/backups',
    summary: 'The schedule of backups, and the last ones with their test restores',
    answer: backupsSchema,
  }),
  configure: endpoint({
    method: 'put',
    path: '/admin/backups/settings',
    summary: 'Change when and where backups are made, and their passphrase',
    description:
      'A schedule needs a passphrase. It is encrypted and never disclosed: keep it elsewhere, or nobody can restore a backup.',
    body: backupSettingsBodySchema,
    answer: backupsSchema,
    errors: ['unprocessable', 'edit_conflict', 'rate_limited'],
  }),
  start: endpoint({
    method: 'post',
    path: '/admin/backups',
    summary: 'Make a backup now, in the background',
    description: 'At the target and with the passphrase of the settings. One at a time.',
    status: 202,
    answer: backupSchema,
    errors: ['unprocessable', 'conflict', 'rate_limited'],
  }),
};
