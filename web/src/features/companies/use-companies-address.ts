import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { changeCompaniesAddress, readCompaniesAddress, type CompaniesAddress } from './companies-address.ts';

export type ChangeCompanies = (change: Partial<CompaniesAddress>, options?: { replace?: boolean }) => void;

/** What the address says of the page. Typing replaces it, choosing adds to the history. */
export function useCompaniesAddress(): [address: CompaniesAddress, change: ChangeCompanies] {
  const [params, setParams] = useSearchParams();
  const change = useCallback<ChangeCompanies>(
    (next, { replace = 'q' in next } = {}) =>
      setParams((now) => changeCompaniesAddress(now, next), { replace, preventScrollReset: true }),
    [setParams],
  );
  return [readCompaniesAddress(params), change];
}
