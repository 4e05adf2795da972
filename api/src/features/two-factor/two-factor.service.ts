import type { TwoFactorState } from '@belfry/schemas/http/two-factor';
import type { Kysely } from 'kysely';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import { AppError } from '../../errors.ts';
import type { Limit } from '../../http/rate-limit.ts';
import type { Wire } from '../../http/route.ts';
import { seal, unseal } from '../../lib/seal.ts';
import { lockUser } from '../users/index.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';
import { createSecret, otpauthUrl, stepOfCode } from './totp.ts';
import * as repository from './two-factor.repository.ts';
import type { TwoFactorRow } from './two-factor.table.ts';

const PURPOSE = 'two-factor';
const WRONG_CODE = 'Invalid code. Please check and try again';
const WINDOW_S = 15 * 60;
/** A stolen password opens challenge after challenge: guesses are counted by person, here and at sign-in. */
const TRIES_PER_PERSON = 20;

type Secrets = Pick<Config, 'SERVICE_SECRET'>;

export const twoFactorTries = (userId: number): Limit => ({
  key: `two-factor:${userId}`,
  hits: TRIES_PER_PERSON,
  windowSeconds: WINDOW_S,
});

export async function isTwoFactorOn(db: Kysely<Database>, userId: number): Promise<boolean> {
  return (await repository.findTwoFactor(db, userId))?.enabled_at != null;
}

export async function readState(db: Kysely<Database>, userId: number): Promise<Wire<TwoFactorState>> {
  const row = await repository.findTwoFactor(db, userId);
  const recovery_codes_left = await repository.countRecoveryCodes(db, userId);
  return { enabled: row?.enabled_at != null, enabled_at: row?.enabled_at ?? null, recovery_codes_left };
}

/** Makes a secret for an authenticator app; it counts from the first right code. Throws conflict where it is on already. */
export async function enrol(
  db: Kysely<Database>,
  { SERVICE_SECRET }: Secrets,
  user: { id: number; email: string },
): Promise<{ secret: string; otpauth_url: string }> {
  const secret = createSecret();
  const kept = await repository.putSecret(db, user.id, seal(SERVICE_SECRET, PURPOSE, secret));
  if (!kept) throw new AppError('conflict', 'Two-factor sign-in is already on');
  return { secret, otpauth_url: otpauthUrl(secret, user.email) };
}

/** Turns it on with a code of the app; the recovery codes are told this once. Throws invalid_input, conflict. */
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
    await repository.enable(trx, userId);
    return putRecoveryCodes(trx, userId);
  });
}

/**
 * Makes a new set of recovery codes; the old ones are dead. Two who ask at once take turns, so that one set is left. Throws
 * conflict where two-factor sign-in is off.
 */
export async function renewRecoveryCodes(db: Kysely<Database>, userId: number): Promise<string[]> {
  return transact(db, async (trx) => {
    const row = await lockRow(trx, userId);
    if (!row?.enabled_at) throw new AppError('conflict', 'Two-factor sign-in is off');
    return putRecoveryCodes(trx, userId);
  });
}

async function putRecoveryCodes(trx: Kysely<Database>, userId: number): Promise<string[]> {
  const codes = createRecoveryCodes();
  await repository.replaceRecoveryCodes(trx, userId, codes.map(hashRecoveryCode));
  return codes;
}

/** The user is locked first, as everywhere. */
async function lockRow(trx: Kysely<Database>, userId: number): Promise<TwoFactorRow | undefined> {
  await lockUser(trx, userId);
  return repository.lockTwoFactor(trx, userId);
}

/** Turns it off. Throws invalid_input for a wrong code. */
export async function disable(db: Kysely<Database>, secrets: Secrets, userId: number, code: string): Promise<void> {
  await transact(db, async (trx) => {
    if (!(await useTwoFactorCode(trx, secrets, userId, code))) throw wrongCode();
    await repository.deleteTwoFactor(trx, userId);
  });
}

/** Whether a code of the app, or a recovery code, is right. Either works once: give it the transaction of its use. */
export async function useTwoFactorCode(
  trx: Kysely<Database>,
  secrets: Secrets,
  userId: number,
  code: string,
): Promise<boolean> {
  const row = await lockRow(trx, userId);
  if (!row?.enabled_at) return false;
  if (await acceptCode(trx, secrets, row, code)) return true;
  return repository.deleteRecoveryCode(trx, userId, hashRecoveryCode(code));
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
  await repository.setLastStep(trx, user_id, step);
  return true;
}

/** 400: the caller is signed in, and a 401 would sign them out. */
const wrongCode = (): AppError =>
  new AppError('invalid_input', WRONG_CODE, { details: [{ path: 'code', message: WRONG_CODE }] });
