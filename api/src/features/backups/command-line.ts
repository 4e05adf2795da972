import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BACKUP_PASSPHRASE_MAX, BACKUP_PASSPHRASE_MIN } from '@belfry/schemas/domain/limits';
import { z } from 'zod';
import { backupSettings, checkBackupSettings } from '../../config/backups.ts';
import { checkFileSettings, fileSettings } from '../../config/files.ts';
import { optionalText, optionalUrl, setting } from '../../config/setting.ts';
import type { RestoreOrder } from './installation/restore-backup.ts';

export type Command =
  | { kind: 'backup'; to: string }
  | { kind: 'verify'; file: string }
  | { kind: 'restore'; from: string };

const USAGE = `Usage, with the passphrase in BACKUP_PASSPHRASE or in the file BACKUP_PASSPHRASE_FILE:
  npm run backup -- --to DIR|s3://bucket/prefix      makes a backup, also while Belfry runs
  npm run backup -- --verify FILE|s3://bucket/file   restores a backup into a database that is dropped afterwards
  npm run restore -- --from FILE|s3://bucket/file --to-empty   restores a backup into a new installation`;

/** Throws an Error that says how the program is called. */
export function readCommand([name = '', ...args]: readonly string[]): Command {
  const given = parse(args);
  const only = (...expected: string[]): boolean => Object.keys(given).every((option) => expected.includes(option));
  if (name === 'backup' && given.to !== undefined && only('to')) return { kind: 'backup', to: given.to };
  if (name === 'backup' && given.verify !== undefined && only('verify')) return { kind: 'verify', file: given.verify };
  if (name === 'restore' && given.from !== undefined && given['to-empty'] === true && only('from', 'to-empty'))
    return { kind: 'restore', from: given.from };
  throw new Error(USAGE);
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const options = { to: text, verify: text, from: text, 'to-empty': { type: 'boolean' } } as const;
  try {
    return parseArgs({ args, options }).values;
  } catch {
    throw new Error(USAGE);
  }
}

const PATH_MAX = 1_000;

const environmentSchema = z
  .object({
    DATABASE_URL: setting(z.url({ protocol: /^postgres(ql)?$/ })),
    DATA_DIR: setting(z.string().default('./data')),
    SERVICE_SECRET: setting(z.string().min(16).optional()),
    PUBLIC_URL: optionalUrl(/^https?$/),
    BACKUP_PASSPHRASE: optionalText(BACKUP_PASSPHRASE_MAX),
    /** A file with the passphrase in its first line, so that it is in no environment. */
    BACKUP_PASSPHRASE_FILE: optionalText(PATH_MAX),
    ...fileSettings,
    ...backupSettings,
  })
  .superRefine(checkFileSettings)
  .superRefine(checkBackupSettings);

/**
 * Reads what the program needs of the environment. Throws an Error that names the wrong variable, without its value.
 * @param isNew whether the passphrase is that of a backup which is to be made
 */
export function readEnvironment(
  env: Record<string, string | undefined>,
  { isNew }: { isNew: boolean },
): { settings: RestoreOrder['settings']; passphrase: string } {
  const parsed = environmentSchema.safeParse(env);
  if (!parsed.success)
    throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
  const { BACKUP_PASSPHRASE, BACKUP_PASSPHRASE_FILE, ...settings } = parsed.data;
  const passphrase = BACKUP_PASSPHRASE ?? (BACKUP_PASSPHRASE_FILE && firstLine(BACKUP_PASSPHRASE_FILE));
  if (!passphrase) throw new Error('BACKUP_PASSPHRASE: is required, or BACKUP_PASSPHRASE_FILE');
  if (isNew && passphrase.length < BACKUP_PASSPHRASE_MIN)
    throw new Error(`BACKUP_PASSPHRASE: must have ${BACKUP_PASSPHRASE_MIN} characters or more`);
  return { settings, passphrase };
}

function firstLine(path: string): string {
  try {
    return readFileSync(path, 'utf8').split(/\r?\n/, 1)[0] ?? '';
  } catch {
    throw new Error('BACKUP_PASSPHRASE_FILE: cannot be read');
  }
}
