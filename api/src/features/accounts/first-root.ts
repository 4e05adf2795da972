import { randomInt } from 'node:crypto';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DEFAULT_TIME_ZONE } from '@belfry/schemas/domain/account';
import type { Deps } from '../../deps.ts';
import { hashPassword, verifyPassword } from '../../lib/password-hash.ts';
import { chooseZone } from '../lookups/index.ts';
import { findUserForSignIn, hasUsers, insertFirstRoot } from '../../people/users.repository.ts';

const GENERATED_LENGTH = 16;
/** Without ambiguous characters. */
const GROUPS = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789'] as const;

/** A password that meets the rule (SESSION-1) and can be typed from a screen. */
export function generatePassword(): string {
  const required = GROUPS.map((group) => pick(group));
  const rest = Array.from({ length: GENERATED_LENGTH - required.length }, () => pick(GROUPS.join('')));
  return shuffle([...required, ...rest]).join('');
}

/**
 * Creates the first root account if there are no users. A generated password is stored in DATA_DIR/first-run.txt (0600); the
 * log contains only the path, and the launcher prints the password.
 */
export async function ensureFirstRoot({ config, db, log }: Pick<Deps, 'config' | 'db' | 'log'>): Promise<void> {
  if (await hasUsers(db)) return;
  const { ROOT_EMAIL, ROOT_PASSWORD, DATA_DIR } = config;
  const file = join(DATA_DIR, 'first-run.txt');
  // The file is written first, so that a crash in between does not leave an account with an unknown password.
  const password = ROOT_PASSWORD ?? (await storePassword(file, ROOT_EMAIL, generatePassword()));
  const zone = chooseZone({ time_zone: config.DEFAULT_TIME_ZONE ?? DEFAULT_TIME_ZONE });
  const account = { email: ROOT_EMAIL, password_hash: await hashPassword(password) };
  if (!(await insertFirstRoot(db, { ...account, zone }))) {
    if (ROOT_PASSWORD === undefined) await removeUnlessValid(db, ROOT_EMAIL, password, file);
    return;
  }
  const where = ROOT_PASSWORD === undefined ? `a password that is in ${file}` : 'the password of ROOT_PASSWORD';
  log.info(`first root account made: ${ROOT_EMAIL}, with ${where}`);
}

/** Another instance was faster: where the folders are not shared, its file has the password, and this one is of no account. */
async function removeUnlessValid(db: Deps['db'], email: string, password: string, file: string): Promise<void> {
  const root = await findUserForSignIn(db, email);
  if (!root || !(await verifyPassword(password, root.password_hash))) await rm(file, { force: true });
}

/** @returns the password in the file, which an earlier start or another replica may have written. */
async function storePassword(file: string, email: string, password: string): Promise<string> {
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
