import { sql, type RawBuilder } from 'kysely';
import { nodesWithRight, ownedBy } from '../../db/conditions.ts';
import type { VisibleOwners } from '../../policies/owners.ts';

/**
 * A condition on `command_runs`: the run is one that the caller reads. It belongs to the user who has started it, and where a member
 * has done that also to the owner of its devices; who may stop what others do at all of these devices sees it too.
 */
export function visibleCommandRuns(owners: VisibleOwners): RawBuilder<boolean> {
  if (owners.kind !== 'own' && owners.kind !== 'member') return ownedBy(owners, 'command_runs.issued_by');
  const own = sql<boolean>`command_runs.issued_by = ${owners.id}::int or command_runs.owner_id = ${owners.id}::int`;
  if (owners.kind === 'own') return sql<boolean>`(${own})`;
  return sql<boolean>`(${own} or (command_runs.owner_id = any(${[...owners.organisations]}::int4[]) and not exists (
    select from command_run_devices member_device join devices d on d.device_id = member_device.device_id
    where member_device.run_id = command_runs.id
      and (d.company_id in (${nodesWithRight(owners.id, owners.right)})) is not true)))`;
}
