import type { Place } from './companies.repository.ts';
import type { CompaniesDeps } from './deps.ts';

/** Must be called after the commit. Notifies the consoles that show the tree, with the ids of the node and its main company. */
export function companiesChanged(
  { events }: Pick<CompaniesDeps, 'events'>,
  { company_id, tree_id, user_id }: Pick<Place, 'company_id' | 'tree_id' | 'user_id'>,
): void {
  events.changed('companies_changed', [...new Set([company_id, tree_id])], user_id);
}
