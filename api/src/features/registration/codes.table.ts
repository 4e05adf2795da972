import type { Generated } from 'kysely';

export type CodePurpose = 'email' | 'phone';

export type ConfirmationCodesTable = {
  user_id: number;
  purpose: CodePurpose;
  /** HMAC: four digits alone could be guessed from a plain hash. */
  code_hash: Buffer;
  /** The message that carries it; its time runs from when that went out. */
  message_id: number | null;
  /** Wrong ones so far. */
  tries: Generated<number>;
  created_at: Generated<Date>;
};
