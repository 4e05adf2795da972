import type { Generated } from 'kysely';

export type InvitationsTable = {
  id: Generated<number>;
  /** SHA-256; the token itself is in the mail only. */
  token_hash: Buffer;
  email: string;
  lang: string;
  invited_by: number | null;
  message_id: number | null;
  created_at: Generated<Date>;
  expires_at: Date;
  /** The account that registered with it; null while it is open, and again where that account was removed. */
  user_id: number | null;
};
