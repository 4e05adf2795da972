import { maskOf, type Right } from '@belfry/schemas/domain/rights';
import type { Membership } from '../rights.ts';

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
