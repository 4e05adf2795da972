import {
  TIMELINE_TYPES,
  timelinePosition,
  type TimelineType,
} from '@belfry/schemas/http/device-timeline/timeline-positions';
import { changedChoice, useAddress } from '../../lib/address.ts';

/** Closing the details removes every parameter that begins like these. */
const TYPES = 'details_types';
const ENTRY = 'details_entry';

/** Types and entry that the address names, so that a reload, Back and a shared link show the same. */
export function useTimelineAddress() {
  const [address, setAddress] = useAddress();
  const types = typesOf(address);
  const entry = address.get(ENTRY);
  const show = (change: (now: URLSearchParams) => URLSearchParams): void =>
    setAddress(change, { replace: true, preventScrollReset: true });
  return {
    /** Empty: all. */
    types,
    entry: entry !== null && timelinePosition(entry) ? entry : null,
    showTypes: (chosen: readonly TimelineType[]): void =>
      show((now) => changed(now, TYPES, changedChoice(typesOf(now), types, chosen).join(',') || null)),
    clearEntry: (): void => show((now) => changed(now, ENTRY, null)),
    /** The search part of a link to an entry. */
    linkTo: (id: string): string => `?${changed(address, ENTRY, id)}`,
  };
}

function typesOf(address: URLSearchParams): TimelineType[] {
  const named = (address.get(TYPES) ?? '').split(',');
  return TIMELINE_TYPES.filter((type) => named.includes(type));
}

function changed(address: URLSearchParams, key: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(address);
  if (value === null) next.delete(key);
  else next.set(key, value);
  return next;
}
