import type { NodePosition } from './companies.repository.ts';
import type { Deps } from '../../deps.ts';

/**
 * Must be called after the commit. Notifies the consoles that show the tree, with the ids of the node and its main company, and
 * with `otherTree` if the node was moved there.
 */
export function companiesChanged(
  { events }: Pick<Deps, 'events'>,
  { company_id, tree_id, user_id }: Pick<NodePosition, 'company_id' | 'tree_id' | 'user_id'>,
  otherTree = tree_id,
): void {
  events.changed('companies_changed', [...new Set([company_id, tree_id, otherTree])], user_id);
}
