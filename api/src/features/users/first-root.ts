import { randomInt } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../deps.ts';
import { hashPassword } from '../auth/passwords.ts';
import { hasUsers, insertFirstRoot } from './users.repository.ts';

const GENERATED_LENGTH = 16;
/** Without characters that people mix up. */
const GROUPS = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789'] as const;

/** A password that holds to the rule (decision 11) and can be typed from a screen. */
export function generatePassword(): string {
  const required = GROUPS.map((group) => pick(group));
  const rest = Array.from({ length: GENERATED_LENGTH - required.length }, () => pick(GROUPS.join('')));
  return shuffle([...required, ...rest]).join('');
}

/**
 * Makes the first root account, only when there are no users. Its password is said once in the log and kept in
 * DATA_DIR/first-run.txt (0600); a password that came from the environment is said nowhere.
 */
export async function ensureFirstRoot({ config, db, log }: Pick<Deps, 'config' | 'db' | 'log'>): Promise<void> {
  if (await hasUsers(db)) return;
  const password = config.ROOT_PASSWORD ?? generatePassword();
  if (!(await insertFirstRoot(db, config.ROOT_EMAIL, await hashPassword(password)))) return;
  if (config.ROOT_PASSWORD !== undefined) {
    log.info(`first root account made: ${config.ROOT_EMAIL}, with the password of ROOT_PASSWORD`);
    return;
  }
  const file = join(config.DATA_DIR, 'first-run.txt');
  log.info(`first root account made: ${config.ROOT_EMAIL} with password ${password} (kept in ${file})`);
  await mkdir(config.DATA_DIR, { recursive: true });
  await writeFile(file, `email: ${config.ROOT_EMAIL}\npassword: ${password}\n`, { mode: 0o600 });
  // The mode above only counts for a new file.
  await chmod(file, 0o600);
}

const pick = (characters: string): string => characters.charAt(randomInt(characters.length));

function shuffle(characters: string[]): string[] {
  return characters
    .map((character) => ({ character, order: randomInt(2 ** 32) }))
    .sort((a, b) => a.order - b.order)
    .map(({ character }) => character);
}
