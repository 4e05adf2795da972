import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { oneOf } from './one-of.ts';

/** Copies of the values at the time of this migration; a later migration changes them. */
const MESSAGE_KINDS = ['confirm_email', 'confirm_phone', 'reset_password', 'password_changed', 'unlock_sign_in'];
const TOKEN_PURPOSES = ['reset_password', 'two_factor', 'unlock_sign_in'];

/** An index for passed rate limits, and tokens of links that unlock the sign-in. */
export const limits: Migration = {
  async up(db) {
    await sql`create index if not exists rate_limits_resets_at on rate_limits (resets_at)`.execute(db);
    await sql`
      alter table outgoing_messages
        drop constraint outgoing_messages_kind_check,
        add constraint outgoing_messages_kind_check check (kind in ${oneOf(MESSAGE_KINDS)})`.execute(db);
    await sql`
      alter table one_time_tokens
        drop constraint one_time_tokens_purpose_check,
        add constraint one_time_tokens_purpose_check check (purpose in ${oneOf(TOKEN_PURPOSES)})`.execute(db);
  },
};
