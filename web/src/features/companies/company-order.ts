import type { MainCompany } from '@belfry/schemas/http/companies';

const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** The most nested companies first, then by name (specification 002 §4). */
export const byNestedThenName = (
  one: Pick<MainCompany, 'name' | 'subcompany_count'>,
  other: Pick<MainCompany, 'name' | 'subcompany_count'>,
): number => other.subcompany_count - one.subcompany_count || compare(one.name, other.name);
