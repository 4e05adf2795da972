import type { Deps } from '../../deps.ts';
import type { Place } from './companies.repository.ts';

/** After a commit: the consoles that show this tree are told, by the node and by its main company. */
export function companiesChanged(
  { events }: Pick<Deps, 'events'>,
  { company_id, tree_id, user_id }: Pick<Place, 'company_id' | 'tree_id' | 'user_id'>,
): void {
  events.changed('companies_changed', [...new Set([company_id, tree_id])], user_id);
}
