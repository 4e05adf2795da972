import { createHash, randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@belfry/schemas/domain/account';
import { twoFactorHttp, type TwoFactorState } from '@belfry/schemas/http/accounts/two-factor';
import type { Kysely } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError } from '../../errors.ts';
import { clearAttempts, countAttempt, type Limit } from '../../http/rate-limit/rate-limit.ts';
import type { Wire } from '../../http/routes/route.ts';
import { seal, unseal } from '../../lib/seal.ts';
import { lockUser } from '../../people/users.repository.ts';
import { serve } from '../../serve.ts';
import { isSecondFactorRequired } from './organisation-settings.repository.ts';
import { countPasskeys, deletePasskeys } from './passkeys/passkeys.repository.ts';
import { requirePassword } from './passwords.ts';
import { completeSetup, refuseLastFactor } from './required-second-factor.ts';
import {
  countRecoveryCodes,
  deleteRecoveryCode,
  deleteRecoveryCodes,
  deleteTwoFactor,
  enable,
  findTwoFactor,
  lockTwoFactor,
  putSecret,
  replaceRecoveryCodes,
  setLastStep,
  type TwoFactorRow,
} from './two-factor.repository.ts';

const verifyPassword = (deps: Pick<Deps, 'db' | 'config' | 'events'>, userId: number, password: string) =>
  requirePassword(deps, userId, { field: 'password', password, text: 'The password is incorrect' });

export const twoFactorRoutes = [
  serve(twoFactorHttp.read, { access: 'signed-in' }, ({ deps, user }) => readState(deps.db, user.id)),
  serve(
    twoFactorHttp.enrol,
    { access: 'signed-in', ownKeyOnly: true, setupKey: true, audit: 'account.begin-two-factor of user' },
    async ({ deps, user, body }) => enrol(deps.db, deps.config, await verifyPassword(deps, user.id, body.password)),
  ),
  serve(
    twoFactorHttp.confirm,
    { access: 'signed-in', ownKeyOnly: true, setupKey: true, audit: 'account.add-two-factor of user' },
    async ({ deps, user, body }) => {
      await countAttempt(deps, [twoFactorTries(user.id)]);
      const recovery_codes = await confirmEnrolment(deps.db, deps.config, user.id, body.code);
      if (await completeSetup(deps.db, user)) deps.auth.forget();
      await clearAttempts(deps.db, twoFactorTries(user.id).key);
      return { recovery_codes };
    },
  ),
  serve(
    twoFactorHttp.replaceRecoveryCodes,
    { access: 'signed-in', ownKeyOnly: true, audit: 'account.replace-recovery-codes of user' },
    async ({ deps, user, body }) => {
      await verifyPassword(deps, user.id, body.password);
      return { recovery_codes: await renewRecoveryCodes(deps.db, user.id) };
    },
  ),
  serve(
    twoFactorHttp.disable,
    { access: 'signed-in', ownKeyOnly: true, audit: 'account.remove-two-factor of user' },
    async ({ deps, user, body }) => {
      await verifyPassword(deps, user.id, body.password);
      await countAttempt(deps, [twoFactorTries(user.id)]);
      await disable(deps.db, deps.config, user.id, body.code);
      await clearAttempts(deps.db, twoFactorTries(user.id).key);
    },
  ),
];

/** Without ambiguous characters. A code has 12 of them, which are 59 bits, so a plain hash is enough. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;
const group = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
/** A set of codes such as `k3f9-x2mq-7htd`. */
const createRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, group).join('-'));
/** The stored hash of a recovery code; hyphens and case are ignored. */
const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256').update(code.replaceAll('-', '').toLowerCase()).digest();

const PURPOSE = 'two-factor';
const WRONG_CODE = 'Invalid code. Please check and try again';
const WINDOW_S = 15 * 60;
/** Attempts are counted per user over all challenges, because a stolen password can open any number of them. */
const TRIES_PER_USER = 20;

type Secrets = Pick<Config, 'SERVICE_SECRET'>;

export const twoFactorTries = (userId: number): Limit => ({
  key: `two-factor:${userId}`,
  hits: TRIES_PER_USER,
  windowSeconds: WINDOW_S,
});

async function isTwoFactorOn(db: Kysely<Database>, userId: number): Promise<boolean> {
  return (await findTwoFactor(db, userId))?.enabled_at != null;
}

async function readState(db: Kysely<Database>, userId: number): Promise<Wire<TwoFactorState>> {
  const row = await findTwoFactor(db, userId);
  return {
    enabled: row?.enabled_at != null,
    enabled_at: row?.enabled_at ?? null,
    recovery_codes_left: await countRecoveryCodes(db, userId),
    passkeys: await countPasskeys(db, userId),
    required: await isSecondFactorRequired(db, userId),
  };
}

/** A passkey counts also after it was set aside. */
const hasSecondFactor = async (db: Kysely<Database>, userId: number): Promise<boolean> =>
  (await isTwoFactorOn(db, userId)) || (await countPasskeys(db, userId)) > 0;

/** Creates a secret for an authenticator app, which a correct code activates. Throws conflict if it is on already. */
export async function enrol(
  db: Kysely<Database>,
  { SERVICE_SECRET }: Secrets,
  user: { id: number; email: string },
): Promise<{ secret: string; otpauth_url: string }> {
  const secret = createSecret();
  const isStored = await putSecret(db, user.id, seal(SERVICE_SECRET, PURPOSE, secret));
  if (!isStored) throw new AppError('conflict', 'Two-factor sign-in is already on');
  return { secret, otpauth_url: otpauthUrl(secret, user.email) };
}

/** Turns it on with a code of the app; only this answer contains the recovery codes. Throws invalid_input, conflict. */
export async function confirmEnrolment(
  db: Kysely<Database>,
  secrets: Secrets,
  userId: number,
  code: string,
): Promise<string[]> {
  return transact(db, async (trx) => {
    const row = await lockRow(trx, userId);
    if (!row) throw new AppError('conflict', 'Please set up your authenticator app first');
    if (row.enabled_at) throw new AppError('conflict', 'Two-factor sign-in is already on');
    if (!(await acceptCode(trx, secrets, row, code))) throw wrongCode();
    await enable(trx, userId);
    return putRecoveryCodes(trx, userId);
  });
}

/**
 * Replaces all recovery codes. Concurrent calls are serialised, so that one set remains. Throws conflict if two-factor sign-in
 * is off.
 */
async function renewRecoveryCodes(db: Kysely<Database>, userId: number): Promise<string[]> {
  return transact(db, async (trx) => {
    await lockRow(trx, userId);
    if (!(await hasSecondFactor(trx, userId))) throw new AppError('conflict', 'Two-factor sign-in is off');
    return putRecoveryCodes(trx, userId);
  });
}

/** Replaces the recovery codes of an account that the transaction has locked; returns the new ones. */
export async function putRecoveryCodes(trx: Kysely<Database>, userId: number): Promise<string[]> {
  const codes = createRecoveryCodes();
  await replaceRecoveryCodes(trx, userId, codes.map(hashRecoveryCode));
  return codes;
}

/** Locks the user first, as every transaction about an account does. */
async function lockRow(trx: Kysely<Database>, userId: number): Promise<TwoFactorRow | undefined> {
  await lockUser(trx, userId);
  return lockTwoFactor(trx, userId);
}

async function disable(db: Kysely<Database>, secrets: Secrets, userId: number, code: string): Promise<void> {
  await transact(db, async (trx) => {
    if (!(await isTwoFactorOn(trx, userId))) throw wrongCode();
    if (!(await useTwoFactorCode(trx, secrets, userId, code))) throw wrongCode();
    await refuseLastFactor(trx, userId, 'app');
    await deleteTwoFactor(trx, userId);
    await dropUnusedCodes(trx, userId);
  });
}

export async function dropUnusedCodes(trx: Kysely<Database>, userId: number): Promise<void> {
  if (!(await hasSecondFactor(trx, userId))) await deleteRecoveryCodes(trx, userId);
}

/** Removes the app and all passkeys without a code, for an account that the transaction has locked. @returns false where there is neither */
export async function turnOff(trx: Kysely<Database>, userId: number): Promise<boolean> {
  if (!(await hasSecondFactor(trx, userId))) return false;
  await deleteTwoFactor(trx, userId);
  await deletePasskeys(trx, userId);
  await deleteRecoveryCodes(trx, userId);
  return true;
}

/** Each code is valid once; must run in the transaction of its use. */
export async function useTwoFactorCode(
  trx: Kysely<Database>,
  secrets: Secrets,
  userId: number,
  code: string,
): Promise<boolean> {
  const row = await lockRow(trx, userId);
  if (row?.enabled_at && (await acceptCode(trx, secrets, row, code))) return true;
  return deleteRecoveryCode(trx, userId, hashRecoveryCode(code));
}

async function acceptCode(
  trx: Kysely<Database>,
  { SERVICE_SECRET }: Secrets,
  { user_id, secret, last_step }: TwoFactorRow,
  code: string,
): Promise<boolean> {
  const opened = unseal(SERVICE_SECRET, PURPOSE, secret);
  const step = opened === null ? null : stepOfCode(opened, code, Date.now());
  if (step === null || step <= last_step) return false;
  await setLastStep(trx, user_id, step);
  return true;
}

/** Not 401, which would sign the caller out. */
const wrongCode = (): AppError => fieldError('invalid_input', 'code', WRONG_CODE);

const ISSUER = 'Belfry';
const SECRET_BYTES = 20;
const PERIOD_S = 30;
/** The previous and the next code are accepted too, because clocks of phones differ by some seconds. */
const WINDOW = 1;

export const createSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, label: string): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
  });

export const otpauthUrl = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The 30-second step (RFC 6238) that a code belongs to, or null for a wrong one. `nowMs` is Unix time. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret, '').validate({ token: code, timestamp: nowMs, window: WINDOW });
  return delta === null ? null : Math.floor(nowMs / 1_000 / PERIOD_S) + delta;
}
