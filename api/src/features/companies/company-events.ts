import type { Place } from './companies.repository.ts';
import type { CompaniesDeps } from './deps.ts';

/** Call it after the commit. Names the node and its main company to the consoles that show the tree. */
export function companiesChanged(
  { events }: Pick<CompaniesDeps, 'events'>,
  { company_id, tree_id, user_id }: Pick<Place, 'company_id' | 'tree_id' | 'user_id'>,
): void {
  events.changed('companies_changed', [...new Set([company_id, tree_id])], user_id);
}
