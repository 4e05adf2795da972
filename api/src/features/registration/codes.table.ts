import type { Generated } from 'kysely';

/** To confirm the mail or phone of an account, or another one that replaces it. */
export type CodePurpose = 'email' | 'phone' | 'new_email' | 'new_phone';

export type ConfirmationCodesTable = {
  user_id: number;
  purpose: CodePurpose;
  /** HMAC, because four digits could be guessed from a plain hash. */
  code_hash: Buffer;
  /** The message that contains it; its time to live starts when that was sent. */
  message_id: number | null;
  /** The number of wrong attempts. */
  tries: Generated<number>;
  /** The mail or phone that replaces that of the account. */
  contact: Generated<string | null>;
  created_at: Generated<Date>;
};
