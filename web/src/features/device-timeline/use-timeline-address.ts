import { TIMELINE_TYPES, timelinePosition, type TimelineType } from '@belfry/schemas/http/timeline-positions';
import { useSearchParams } from 'react-router';

/** Closing the details removes every parameter that begins like these. */
const TYPES = 'details_types';
const ENTRY = 'details_entry';

/** Types and entry that the address names, so that a reload, Back and a shared link show the same. */
export function useTimelineAddress() {
  const [address, setAddress] = useSearchParams();
  const named = (address.get(TYPES) ?? '').split(',');
  const entry = address.get(ENTRY);
  const searchWith = (key: string, value: string | null): URLSearchParams => {
    const next = new URLSearchParams(address);
    if (value === null) next.delete(key);
    else next.set(key, value);
    return next;
  };
  return {
    /** Empty: all. */
    types: TIMELINE_TYPES.filter((type) => named.includes(type)),
    entry: entry !== null && timelinePosition(entry) ? entry : null,
    showTypes: (types: readonly TimelineType[]): void =>
      setAddress(searchWith(TYPES, types.length === 0 ? null : types.join(',')), {
        replace: true,
        preventScrollReset: true,
      }),
    forgetEntry: (): void => setAddress(searchWith(ENTRY, null), { replace: true, preventScrollReset: true }),
    /** The search part of a link to an entry. */
    linkTo: (id: string): string => `?${searchWith(ENTRY, id)}`,
  };
}
