import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * A tree is read in the order of its lists, without comparing names: a comparison of natural order cost more than all the rest. An update of
 * ICU can change this order; until `reindex`, some names then stand in another place, and none is missing.
 */
export const companyTreeOrder: Migration = {
  async up(db) {
    await sql`
      create index companies_tree_order
      on companies (tree_id, level, name collate natural_order, company_id)`.execute(db);
    await sql`drop index companies_tree`.execute(db);
  },
};
