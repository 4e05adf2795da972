import { useCallback, useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { changeCompaniesAddress, readCompaniesAddress, type CompaniesAddress } from './companies-address.ts';

export type ChangeCompanies = (change: Partial<CompaniesAddress>, options?: { replace?: boolean }) => void;

/**
 * The state of the page in the address. Typing replaces the history entry, choosing adds one. Changes
 * before the next render are merged, and a change after the page was left is ignored.
 */
export function useCompaniesAddress(): [address: CompaniesAddress, change: ChangeCompanies] {
  const [params, setParams] = useSearchParams();
  const latest = useRef<{ params: URLSearchParams; set: typeof setParams } | null>(null);
  useLayoutEffect(() => {
    latest.current = { params, set: setParams };
    return () => {
      latest.current = null;
    };
  }, [params, setParams]);
  const change = useCallback<ChangeCompanies>((next, { replace = 'q' in next } = {}) => {
    if (!latest.current) return;
    const changed = changeCompaniesAddress(latest.current.params, next);
    latest.current.params = changed;
    latest.current.set(changed, { replace, preventScrollReset: true });
  }, []);
  return [readCompaniesAddress(params), change];
}
