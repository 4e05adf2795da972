import { useAddress } from '../../lib/address/use-address.ts';

/** How many rows a page has. */
export const PAGE_SIZE = 50;

/** The search and the page of a list, which are in the address. */
export function useLibraryAddress() {
  const [params, setParams] = useAddress();
  const q = params.get('q') ?? '';
  const page = Math.max(1, Math.trunc(Number(params.get('page') ?? 1)) || 1);
  const change = (next: { q?: string; page?: number }, { replace = next.q !== undefined } = {}): void =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now);
        if (next.q !== undefined) {
          changed.delete('page');
          if (next.q === '') changed.delete('q');
          else changed.set('q', next.q);
        }
        if (next.page !== undefined) changed.set('page', String(next.page));
        return changed;
      },
      { replace, preventScrollReset: true },
    );
  return { query: { q, page, page_size: PAGE_SIZE }, change };
}
