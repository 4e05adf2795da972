import { type Kysely, sql } from 'kysely';
import { nodeOfCompany, ownedBy } from '../../../db/conditions.ts';
import type { Database } from '../../../db/database.ts';
import type { VisibleOwners } from '../../../policies/owners.ts';
import { createAncestors } from './compile/group-places.ts';
import { findStructure } from './compile/inputs.repository.ts';

/** The nodes of an owner that a calendar is about. */
export type CalendarPlaces = {
  ownerId: number;
  /** Of this node and below; null: all that the caller reads. */
  node: number | null;
  nodes: readonly number[];
  /** The node and those above it, from it upwards. */
  ancestorsOf: (node: number | null) => readonly number[];
};

export async function findCalendarPlaces(
  db: Kysely<Database>,
  { ownerId, visible, node }: { ownerId: number; visible: VisibleOwners; node: number | null },
): Promise<CalendarPlaces> {
  const ancestorsOf = createAncestors(await findStructure(db, ownerId));
  const { rows } = await sql<{ company_id: number }>`
    select c.company_id from companies c
    where c.user_id = ${ownerId}::int and ${ownedBy(visible, 'c.user_id', nodeOfCompany('c'))}`.execute(db);
  const nodes = rows
    .map(({ company_id }) => company_id)
    .filter((id) => node === null || ancestorsOf(id).includes(node));
  return { ownerId, node, nodes, ancestorsOf };
}
