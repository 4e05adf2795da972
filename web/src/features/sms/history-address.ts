import { MESSAGE_STATES } from '@belfry/schemas/http/outbox/outbox';
import { z } from 'zod';
import { useAddress } from '../../lib/address/use-address.ts';
import { addressFilters, changePaged, readPaged } from '../../lib/address/address-filters.ts';

export const STATE_CHOICES = ['all', ...MESSAGE_STATES] as const;

/** The filters of the history in the address; each invalid one falls back alone. */
const filters = addressFilters(
  z.object({ q: z.string().trim().max(200).catch(''), state: z.enum(STATE_CHOICES).catch('all') }),
);
type HistoryAddress = ReturnType<typeof readPaged<typeof filters.defaults>>;
type Change = (change: Partial<HistoryAddress>, options?: { replace?: boolean }) => void;

/** The address and how to change it; typing replaces the history entry. */
export function useHistoryAddress(): [address: HistoryAddress, change: Change] {
  const [params, setParams] = useAddress();
  const change: Change = (next, { replace = 'q' in next } = {}) =>
    setParams((now) => changePaged(filters, now, next), { replace, preventScrollReset: true });
  return [readPaged(filters, params), change];
}
