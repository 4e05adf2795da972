import { sql, type RawBuilder } from 'kysely';
import { nodesWithRight, ownedBy } from '../../db/conditions.ts';
import type { VisibleOwners } from '../../policies/owners.ts';

/**
 * A condition on `r` (announcement_runs): the run is one that the caller reads. Members read, besides their own, what their
 * organisations announce at a place where they have the right now, and what they have started for them. `is true` keeps Postgres from a join, for which
 * it would find all nodes again for each run.
 */
export function visibleRuns(owners: VisibleOwners): RawBuilder<boolean> {
  const owned = ownedBy(owners, 'r.user_id');
  if (owners.kind !== 'member') return owned;
  const { id, right } = owners;
  return sql<boolean>`(r.user_id = ${id}::int or (${owned} and (r.started_by = ${id}::int or exists (
    select from announcement_deliveries seen
    where seen.run_id = r.run_id and (seen.company_id in (${nodesWithRight(id, right)})) is true))))`;
}

/** A condition on `x` (announcement_deliveries) of a run `r` that the caller reads: members learn of their own places only. */
export function visibleDeliveries(owners: VisibleOwners): RawBuilder<boolean> {
  if (owners.kind !== 'member') return sql<boolean>`true`;
  const { id, right } = owners;
  return sql<boolean>`(r.user_id = ${id}::int or x.company_id in (${nodesWithRight(id, right)}))`;
}
