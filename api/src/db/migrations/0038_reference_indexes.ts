import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Without an index Postgres reads the whole table for each row that it refers to and that is deleted. */
export const referenceIndexes: Migration = {
  async up(db) {
    for (const [table, column] of REFERENCES)
      await sql.raw(`create index ${table}_${column} on ${table} (${column}) where ${column} is not null`).execute(db);
  },
};

/** The tables that grow, and their columns that refer to what may be deleted. */
const REFERENCES = [
  ['api_keys', 'created_by'],
  ['confirmation_codes', 'message_id'],
  ['invitations', 'invited_by'],
  ['invitations', 'user_id'],
  ['member_invitations', 'accepted_by'],
  ['member_invitations', 'invited_by'],
  ['memberships', 'created_by'],
  ['one_time_tokens', 'message_id'],
  ['sign_on_attempts', 'provider_id'],
  ['sign_on_results', 'identity_id'],
  ['sms_templates', 'created_by'],
] as const;
