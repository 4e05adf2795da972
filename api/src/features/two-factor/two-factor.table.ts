import type { Generated, Selectable } from 'kysely';

export type TwoFactorTable = {
  user_id: number;
  /** The shared secret, encrypted with a key derived from SERVICE_SECRET. */
  secret: Buffer;
  /** null: not confirmed by a code of the app yet. */
  enabled_at: Date | null;
  /** The last 30-second step whose code was used, so that no code is accepted twice. */
  last_step: Generated<number>;
  created_at: Generated<Date>;
};
export type TwoFactorRow = Selectable<TwoFactorTable>;

export type RecoveryCodesTable = {
  user_id: number;
  /** SHA-256; each row is an unused code. */
  code_hash: Buffer;
};
