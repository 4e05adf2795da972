import { useAddress } from '../../lib/address.ts';
import { parseRange, rangeText, type HistoryRange } from './history-range.ts';

/** Closing the details removes every parameter that begins like this. */
const RANGE = 'details_range';

type RangeAddress = { range: HistoryRange; named: boolean; setRange: (range: HistoryRange) => void };

/** The range of the address, and whether it names one, so that a reload, Back and a shared link show the same. */
export function useRangeAddress(): RangeAddress {
  const [address, setAddress] = useAddress();
  const setRange = (range: HistoryRange): void =>
    setAddress(
      (now) => {
        if (range === '24h') now.delete(RANGE);
        else now.set(RANGE, rangeText(range));
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  return { range: parseRange(address.get(RANGE)), named: address.has(RANGE), setRange };
}
