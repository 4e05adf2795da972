import { TIMELINE_TYPES, timelinePosition, type TimelineType } from '@belfry/schemas/http/timeline-positions';
import { useAddress } from '../../lib/address/use-address.ts';

/** Closing the details removes every parameter that begins like these. */
const TYPES = 'details_types';
const ENTRY = 'details_entry';

/** Types and entry that the address names, so that a reload, Back and a shared link show the same. */
export function useTimelineAddress() {
  const [address, setAddress] = useAddress();
  const named = (address.get(TYPES) ?? '').split(',');
  const entry = address.get(ENTRY);
  const show = (key: string, value: string | null): void =>
    setAddress((now) => changed(now, key, value), { replace: true, preventScrollReset: true });
  return {
    /** Empty: all. */
    types: TIMELINE_TYPES.filter((type) => named.includes(type)),
    entry: entry !== null && timelinePosition(entry) ? entry : null,
    showTypes: (types: readonly TimelineType[]): void => show(TYPES, types.length === 0 ? null : types.join(',')),
    forgetEntry: (): void => show(ENTRY, null),
    /** The search part of a link to an entry. */
    linkTo: (id: string): string => `?${changed(address, ENTRY, id)}`,
  };
}

function changed(address: URLSearchParams, key: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(address);
  if (value === null) next.delete(key);
  else next.set(key, value);
  return next;
}
