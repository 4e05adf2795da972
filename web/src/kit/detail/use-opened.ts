import { useLocation } from 'react-router';
import { useAddress } from '../../lib/address.ts';
import { setParameter } from '../../lib/list-address.ts';

/**
 * What a drawer shows is in the address, so that reload, Back and a shared link open it again.
 * @returns the value of the parameter, the address that opens one, and what closes it
 */
export function useOpened(name = 'open'): { opened: string | null; to: (id: string) => string; close: () => void } {
  const [address, setAddress] = useAddress();
  const { pathname } = useLocation();
  return {
    opened: address.get(name),
    to: (id) => `${pathname}?${setParameter(new URLSearchParams(address), name, id)}`,
    close: () => setAddress((now) => setParameter(now, name, null), { preventScrollReset: true }),
  };
}
