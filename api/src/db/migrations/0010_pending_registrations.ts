import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Marks registered accounts that are not confirmed: a new registration replaces them, and they are deleted after a day.
 * Accounts that an administrator has created or changed are excluded.
 */
export const pendingRegistrations: Migration = {
  async up(db) {
    await sql`alter table users add column registration_pending boolean not null default false`.execute(db);
    await sql`
      update users u set registration_pending = true
      where u.role = 'user' and not u.email_confirm and not u.phone_confirm and u.last_login is null
        and exists (select from confirmation_codes c where c.user_id = u.id and c.purpose = 'email')
        and not exists (
          select from audit_log a
          where a.object_kind = 'user' and a.object_id = u.id::text and a.action in ('user.add', 'user.edit')
        )`.execute(db);
    await sql`create index users_registration_pending on users (created_at) where registration_pending`.execute(db);
  },
};
