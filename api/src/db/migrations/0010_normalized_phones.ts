import { normalizePhone } from '@belfry/schemas/domain/phone';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const PAGE = 5_000;

type Row = { id: number; phone: string };

/**
 * Phones that were stored with their trunk zero (`+44 020…`) become E.164, as they are now written and looked up. A phone
 * whose normalised form belongs to another account is not changed.
 */
export const normalizedPhones: Migration = {
  async up(db) {
    for (let after = 0, full = true; full;) {
      const { rows } = await sql<Row>`
        select id, phone from users where phone is not null and id > ${after} order by id limit ${PAGE}`.execute(db);
      for (const { id, phone } of rows) {
        const normalized = normalizePhone(phone);
        if (normalized === null || normalized === phone) continue;
        await sql`
          update users set phone = ${normalized}
          where id = ${id} and not exists (select from users where phone = ${normalized})`.execute(db);
      }
      after = rows.at(-1)?.id ?? after;
      full = rows.length === PAGE;
    }
  },
};
