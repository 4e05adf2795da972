import type { WhereItem } from '@belfry/schemas/http/places/where';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { createContext, useContext } from 'react';
import { useSelector } from 'react-redux';
import { useAddress } from '../../lib/address.ts';
import { useFirstPlace } from '../../kit/where/index.ts';
import { selectSession } from '../../lib/session/session-slice.ts';
import { useLibraryNames } from '../library/library-api.ts';

export const SCHEDULE_TABS = ['overview', 'create', 'manage'] as const;
/** The tabs of people who may not change schedules. */
export const READ_TABS = ['overview', 'manage'] as const;
export type ScheduleTab = (typeof SCHEDULE_TABS)[number];

/** The parameters of the page; another tab begins without those of the previous one, except the owner. */
type ScheduleParam =
  | 'owner'
  | 'edit'
  | 'view'
  | 'date'
  | 'zone'
  | 'node'
  | 'q'
  | 'type'
  | 'state'
  | 'sort'
  /** What a drawer shows. */
  | 'open';
export type ScheduleAddress = Partial<Record<ScheduleParam, string | number | null>> & { tab?: ScheduleTab };

/** Changes parameters of an address: null or an empty text removes one. */
export function changedAddress(now: URLSearchParams, { tab, ...params }: ScheduleAddress): URLSearchParams {
  const owner = now.get('owner');
  const next = tab === undefined ? new URLSearchParams(now) : new URLSearchParams(owner === null ? {} : { owner });
  if (tab !== undefined && tab !== 'overview') next.set('tab', tab);
  for (const [name, value] of Object.entries(params)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** The place whose page shows the calendar; null: the page of the calendar, which names it in its address. */
export const PagePlace = createContext<{ node: number; owner: number; time_zone: string } | null>(null);

export function useScheduleAddress() {
  const [own, setAddress] = useAddress();
  const page = useContext(PagePlace);
  const address = page ? new URLSearchParams([...own, ['node', String(page.node)]]) : own;
  return {
    address,
    go: (change: ScheduleAddress, { replace = 'q' in change } = {}): void =>
      setAddress((now) => changedAddress(now, change), { replace, preventScrollReset: true }),
  };
}

/** The number of a parameter, such as the id of a node; null for anything else. */
export function idOf(address: URLSearchParams, name: ScheduleParam): number | null {
  const text = address.get(name) ?? '';
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

/** The person in the address whose schedules an administrator looks at; undefined: oneself. */
export function useScheduleOwner(): number | undefined {
  const session = useSelector(selectSession);
  const page = useContext(PagePlace);
  const { address } = useScheduleAddress();
  if (!session || !isAdministrator(session.role)) return undefined;
  const owner = page ? page.owner : idOf(address, 'owner');
  return owner === null || owner === session.user_id ? undefined : owner;
}

/** All places, in the address: it names none where the only one, or the last one, is shown. */
const ALL = 'all';

/**
 * `node`: the place that is shown, null for all; `first`: the one with which a view of one place begins. Administrators begin with all, since a place also
 * says whose plans are listed.
 */
export function useSchedulePlace() {
  const { address, go } = useScheduleAddress();
  const session = useSelector(selectSession);
  const { first } = useFirstPlace();
  const administers = session !== null && isAdministrator(session.role);
  const named = address.get('node');
  const node = idOf(address, 'node') ?? (named === ALL || administers ? null : first);
  return {
    node,
    first: node ?? first,
    choose: (id: number | null, item: WhereItem | null): void => {
      const owner = item === null || item.organisation_id === session?.user_id ? null : item.organisation_id;
      go({ node: id ?? ALL, ...(administers && { owner }) });
    },
  };
}

export type ContentType = 'message' | 'playlist' | 'station';

export const useContents = (type: ContentType) => useLibraryNames(`${type}s`, useScheduleOwner());
