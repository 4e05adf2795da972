import { randomInt } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hashPassword } from '../../lib/password-hash.ts';
import type { UsersDeps } from './deps.ts';
import { hasUsers, insertFirstRoot } from './users.repository.ts';

const GENERATED_LENGTH = 16;
/** Without characters that people mix up. */
const GROUPS = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789'] as const;

/** A password that meets the rule (SESSION-1) and can be typed from a screen. */
export function generatePassword(): string {
  const required = GROUPS.map((group) => pick(group));
  const rest = Array.from({ length: GENERATED_LENGTH - required.length }, () => pick(GROUPS.join('')));
  return shuffle([...required, ...rest]).join('');
}

/**
 * Makes the first root account, only when there are no users. A generated password is kept in DATA_DIR/first-run.txt
 * (0600), whose place the log tells; the launcher prints it. No password is ever logged.
 */
export async function ensureFirstRoot({ config, db, log }: Pick<UsersDeps, 'config' | 'db' | 'log'>): Promise<void> {
  if (await hasUsers(db)) return;
  const { ROOT_EMAIL, ROOT_PASSWORD, DATA_DIR } = config;
  const file = join(DATA_DIR, 'first-run.txt');
  // The file comes first: an end in between leaves an account to be made, not one that nobody can enter.
  const password = ROOT_PASSWORD ?? (await keepPassword(file, ROOT_EMAIL, generatePassword()));
  if (!(await insertFirstRoot(db, ROOT_EMAIL, await hashPassword(password)))) return;
  const where = ROOT_PASSWORD === undefined ? `a password that is in ${file}` : 'the password of ROOT_PASSWORD';
  log.info(`first root account made: ${ROOT_EMAIL}, with ${where}`);
}

/** @returns the password that the file holds now: an earlier start, or another replica, may have written it. */
async function keepPassword(file: string, email: string, password: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, `email: ${email}\npassword: ${password}\n`, { mode: 0o600, flag: 'wx' });
    return password;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await chmod(file, 0o600);
    const kept = /^password: (\S+)$/m.exec(await readFile(file, 'utf8'))?.[1];
    if (kept !== undefined) return kept;
    await writeFile(file, `email: ${email}\npassword: ${password}\n`);
    return password;
  }
}

const pick = (characters: string): string => characters.charAt(randomInt(characters.length));

function shuffle(characters: string[]): string[] {
  return characters
    .map((character) => ({ character, order: randomInt(2 ** 32) }))
    .sort((a, b) => a.order - b.order)
    .map(({ character }) => character);
}
