import type { MainCompany } from '@belfry/schemas/http/companies/companies';

const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

type Ordered = Pick<MainCompany, 'name' | 'subcompany_count'>;
/** The most nested companies first, then by name; see TREE-12. */
export const byNestedThenName = (one: Ordered, other: Ordered): number =>
  other.subcompany_count - one.subcompany_count || compare(one.name, other.name);

/** Companies with the text in name or description, case-insensitively; see TREE-19. */
export function searchCompanies<C extends Pick<MainCompany, 'name' | 'description'>>(companies: C[], q: string): C[] {
  const wanted = q.trim().toLocaleLowerCase();
  if (wanted === '') return companies;
  return companies.filter(({ name, description }) =>
    [name, description ?? ''].some((text) => text.toLocaleLowerCase().includes(wanted)),
  );
}
