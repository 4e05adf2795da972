import { useAddress } from '../../../lib/address/use-address.ts';
import { changeTreeAddress, readTreeAddress, type TreeAddress } from './tree-view-address.ts';

/** View and filter of the tree in the address, and how to change them. */
export function useTreeAddress(): [address: TreeAddress, change: (next: Partial<TreeAddress>) => void] {
  const [params, setParams] = useAddress();
  return [
    readTreeAddress(params),
    (next) => setParams((now) => changeTreeAddress(now, next), { replace: true, preventScrollReset: true }),
  ];
}
