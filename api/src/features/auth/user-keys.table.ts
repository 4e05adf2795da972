import type { Generated } from 'kysely';

export type UserKeysTable = {
  id: Generated<number>;
  user_id: number;
  /** SHA-256 of the key; the key itself is never stored. */
  key_hash: Buffer;
  created_at: Generated<Date>;
  /** 30 days after the last use. */
  expires_at: Date;
  last_used_at: Generated<Date>;
  revoked_at: Date | null;
  user_agent: string | null;
  /** The address of the sign-in; null for a key that was disclosed to an administrator. */
  ip: string | null;
  /** The administrator who works with it as this user; null for a user's own key. */
  made_by: number | null;
};
