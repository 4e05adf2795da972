import { useState } from 'react';
import { pageOfAddress, setParameter, type AddressFilters, useListAddress } from '../../lib/list-address.ts';

const DAY_MS = 86_400_000;
const DAYS_SHOWN = 7;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const PAGE = 'proof_page';

const VIEWS = ['places', 'runs', 'music'] as const;
export type ProofView = (typeof VIEWS)[number];

/** The view with this name; by default that of the places. */
export const viewOf = (name: string | null): ProofView => VIEWS.find((view) => view === name) ?? 'places';

export type ProofFilter = {
  from: string;
  to: string;
  owner: number | null;
  node: number | null;
  /** By place or by run; or the music. */
  view: ProofView;
  /** Only what was not heard. */
  unheard: boolean;
};

/**
 * The filter of proof of play that the address names: `from`, `to`, `owner`, `place`, `proof_view`, `unheard` and `proof_page`; the last
 * week by default. A change names both dates, so that a link shows the same days later.
 */
export function useProofAddress() {
  const [filters] = useState(() => proofFilters(Date.now()));
  return useListAddress(filters);
}

const proofFilters = (today: number): AddressFilters<ProofFilter> => ({
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

function filterOf(address: URLSearchParams, today: number): ProofFilter {
  const dateIn = (name: string, otherwise: number): string => {
    const text = address.get(name) ?? '';
    return DATE.test(text) && !Number.isNaN(Date.parse(text)) ? text : dateOf(otherwise);
  };
  const idIn = (name: string): number | null => Math.max(0, Math.floor(Number(address.get(name))) || 0) || null;
  return {
    from: dateIn('from', today - (DAYS_SHOWN - 1) * DAY_MS),
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

/** The date of an input of type date, in the browser's time zone. */
const dateOf = (instant: number): string => {
  const date = new Date(instant);
  return new Date(instant - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};
