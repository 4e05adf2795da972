import { useSearchParams } from 'react-router';
import { parseRange, rangeText, type HistoryRange } from './history-range.ts';

/** Closing the details removes every parameter that begins like this. */
const RANGE = 'details_range';

type RangeAddress = { range: HistoryRange; named: boolean; setRange: (range: HistoryRange) => void };

/** The range of the address, and whether it names one, so that a reload, Back and a shared link show the same. */
export function useRangeAddress(): RangeAddress {
  const [address, setAddress] = useSearchParams();
  const setRange = (range: HistoryRange): void => {
    const next = new URLSearchParams(address);
    if (range === '24h') next.delete(RANGE);
    else next.set(RANGE, rangeText(range));
    setAddress(next, { replace: true, preventScrollReset: true });
  };
  return { range: parseRange(address.get(RANGE)), named: address.has(RANGE), setRange };
}
