import { maskOf, type Right } from '@belfry/schemas/domain/rights';
import type { Membership } from '../rights.ts';

/** A membership that never ends, at node 80 of owner 8. */
export const membership = ({
  rights = ['read'],
  ...change
}: Partial<Omit<Membership, 'rights'>> & { rights?: readonly Right[] } = {}): Membership => ({
  company_id: 80,
  owner_id: 8,
  whole: false,
  rights: maskOf(rights),
  expires_at: null,
  ...change,
});
