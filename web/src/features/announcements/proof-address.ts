import { useContext, useMemo, useState } from 'react';
import { pageOfAddress, setParameter, type AddressFilters, useListAddress } from '../../lib/list-address.ts';
import { addDays, dateOf, wallTime } from '../../lib/local-time.ts';
import { TimeZone, zoneNameOf } from '../../lib/times.ts';

const DAYS_SHOWN = 7;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const PAGE = 'proof_page';

const VIEWS = ['places', 'runs', 'music'] as const;
export type ProofView = (typeof VIEWS)[number];

export const viewOf = (name: string | null): ProofView => VIEWS.find((view) => view === name) ?? 'places';

export type ProofFilter = {
  from: string;
  to: string;
  owner: number | null;
  node: number | null;
  view: ProofView;
  unheard: boolean;
};

/**
 * The filter of proof of play that the address names: `from`, `to`, `owner`, `place`, `proof_view`, `unheard` and `proof_page`; the last
 * week of the reader's clock by default. A change names both dates, so that a link shows the same days later.
 */
export function useProofAddress() {
  const zone = zoneNameOf(useContext(TimeZone));
  const [now] = useState(() => Date.now());
  const today = dateOf(wallTime(now, zone));
  return useListAddress(useMemo(() => proofFilters(today), [today]));
}

/** @param today as `2026-11-23` */
const proofFilters = (today: string): AddressFilters<ProofFilter> => ({
  defaults: filterOf(new URLSearchParams(), today),
  read: (address) => filterOf(address, today),
  write(address, { from, to, owner, node, view, unheard }, page) {
    const next = new URLSearchParams(address);
    setParameter(next, 'from', from);
    setParameter(next, 'to', to);
    setParameter(next, 'owner', owner);
    setParameter(next, 'place', node);
    setParameter(next, 'proof_view', view === 'places' ? null : view);
    setParameter(next, 'unheard', unheard ? 1 : null);
    return setParameter(next, PAGE, page > 1 ? page : null);
  },
  pageOf: (address) => pageOfAddress(address, PAGE),
});

function filterOf(address: URLSearchParams, today: string): ProofFilter {
  const dateIn = (name: string, otherwise: string): string => {
    const text = address.get(name) ?? '';
    return DATE.test(text) && !Number.isNaN(Date.parse(text)) ? text : otherwise;
  };
  const idIn = (name: string): number | null => Math.max(0, Math.floor(Number(address.get(name))) || 0) || null;
  return {
    from: dateIn('from', addDays(today, 1 - DAYS_SHOWN)),
    to: dateIn('to', today),
    owner: idIn('owner'),
    node: idIn('place'),
    view: viewOf(address.get('proof_view')),
    unheard: address.get('unheard') === '1',
  };
}

/** The days, which the server reads by the wall clock of each place; null while they are not in order. */
export function rangeOf({ from, to }: Pick<ProofFilter, 'from' | 'to'>): { from: string; to: string } | null {
  return from !== '' && to !== '' && from <= to ? { from, to } : null;
}
