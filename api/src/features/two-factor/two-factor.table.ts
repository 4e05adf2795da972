import type { Generated, Selectable } from 'kysely';

export type TwoFactorTable = {
  user_id: number;
  /** The shared secret, sealed with a key of SERVICE_SECRET. */
  secret: Buffer;
  /** null: enrolled, but no code of the app has been seen yet. */
  enabled_at: Date | null;
  /** The last 30-second step whose code was used: no code works twice. */
  last_step: Generated<number>;
  created_at: Generated<Date>;
};
export type TwoFactorRow = Selectable<TwoFactorTable>;

export type RecoveryCodesTable = {
  user_id: number;
  /** SHA-256; a row is one code that has not been used. */
  code_hash: Buffer;
};
