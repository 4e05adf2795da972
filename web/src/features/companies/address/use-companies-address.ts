import { useCallback, useLayoutEffect, useRef } from 'react';
import { useAddress } from '../../../lib/address/use-address.ts';
import { changeCompaniesAddress, readCompaniesAddress, type CompaniesAddress } from './companies-address.ts';

export type ChangeCompanies = (change: Partial<CompaniesAddress>, options?: { replace?: boolean }) => void;

/**
 * The state of the page in the address. Typing replaces the history entry, choosing adds one. A change after the page was left is
 * ignored.
 */
export function useCompaniesAddress(): [address: CompaniesAddress, change: ChangeCompanies] {
  const [address, setAddress] = useAddress();
  const shown = useRef(false);
  useLayoutEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const change = useCallback<ChangeCompanies>(
    (next, { replace = 'q' in next } = {}) => {
      if (shown.current) setAddress((now) => changeCompaniesAddress(now, next), { replace, preventScrollReset: true });
    },
    [setAddress],
  );
  return [readCompaniesAddress(address), change];
}
