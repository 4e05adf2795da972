import { type RawBuilder, sql } from 'kysely';
import type { VisibleOwners } from '../policies/owners.ts';
import { eachNodeOwnedBy } from './conditions.ts';

/**
 * A value: the names of the nodes above one, the topmost first with " / " between them, as far as the reader may know them; '' where there are none.
 * @param above the column with the id of the node above it, such as `c.parent_company_id`
 * @param names the nodes whose names the reader may know
 */
export const placePath = (above: string, names: VisibleOwners): RawBuilder<string> => sql<string>`coalesce((
  with recursive up (company_id, parent_company_id, user_id, name, level) as (
    select p.company_id, p.parent_company_id, p.user_id, p.name, p.level from companies p where p.company_id = ${sql.ref(above)}
    union all
    select p.company_id, p.parent_company_id, p.user_id, p.name, p.level from up join companies p on p.company_id = up.parent_company_id
  )
  select string_agg(up.name, ' / ' order by up.level) from up where ${eachNodeOwnedBy(names, 'up')}), '')`;
