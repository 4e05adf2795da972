import type { Generated } from 'kysely';

export type CodePurpose = 'email' | 'phone';

export type ConfirmationCodesTable = {
  user_id: number;
  purpose: CodePurpose;
  /** HMAC, because four digits could be guessed from a plain hash. */
  code_hash: Buffer;
  /** The message that contains it; its time to live starts when that was sent. */
  message_id: number | null;
  /** The number of wrong attempts. */
  tries: Generated<number>;
  created_at: Generated<Date>;
};
