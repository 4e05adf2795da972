import type { Generated } from 'kysely';

export type TokenPurpose = 'reset_password' | 'two_factor' | 'unlock_sign_in';

export type OneTimeTokensTable = {
  /** SHA-256; the token itself is never stored. */
  token_hash: Buffer;
  user_id: number;
  purpose: TokenPurpose;
  /** The message that contains it, if any; its time to live starts when that was sent. */
  message_id: number | null;
  /** The number of wrong codes, for a challenge. */
  tries: Generated<number>;
  created_at: Generated<Date>;
};
