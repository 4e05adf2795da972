import { useState } from 'react';
import { useAddress } from '../../lib/address/use-address.ts';

const DAY_MS = 86_400_000;
const DAYS_SHOWN = 7;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The date of an input of type date, in the browser's time zone. */
const dateOf = (instant: number): string => {
  const date = new Date(instant);
  return new Date(instant - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};

export type ProofFilter = {
  from: string;
  to: string;
  owner: number | null;
  node: number | null;
  /** By place or by run. */
  view: 'places' | 'runs';
  /** Only what was not heard. */
  unheard: boolean;
  page: number;
};

/**
 * The filter of proof of play that the address names: `from`, `to`, `owner`, `place`, `proof_view`, `unheard` and `proof_page`; the last
 * week by default.
 */
export function useProofAddress() {
  const [today] = useState(() => Date.now());
  const [address, setAddress] = useAddress();
  /** Another filter begins with its first page. */
  const change = ({ page = 1, ...next }: Partial<ProofFilter>, { replace = false } = {}): void => {
    setAddress(
      (now) => {
        const { from, to, owner, node, view, unheard } = { ...filterOf(now, today), ...next };
        const changed = new URLSearchParams(now);
        changed.set('from', from);
        changed.set('to', to);
        for (const [name, id] of [
          ['owner', owner],
          ['place', node],
          ['proof_view', view === 'runs' ? view : null],
          ['unheard', unheard ? 1 : null],
        ] as const) {
          if (id === null) changed.delete(name);
          else changed.set(name, String(id));
        }
        if (page === 1) changed.delete('proof_page');
        else changed.set('proof_page', String(page));
        return changed;
      },
      { replace, preventScrollReset: true },
    );
  };
  return { filter: filterOf(address, today), change };
}

function filterOf(address: URLSearchParams, today: number): ProofFilter {
  const dateIn = (name: string, otherwise: number): string => {
    const text = address.get(name) ?? '';
    return DATE.test(text) && !Number.isNaN(Date.parse(text)) ? text : dateOf(otherwise);
  };
  const numberIn = (name: string): number => Math.max(0, Math.floor(Number(address.get(name))) || 0);
  return {
    from: dateIn('from', today - (DAYS_SHOWN - 1) * DAY_MS),
    to: dateIn('to', today),
    owner: numberIn('owner') || null,
    node: numberIn('place') || null,
    view: address.get('proof_view') === 'runs' ? 'runs' : 'places',
    unheard: address.get('unheard') === '1',
    page: numberIn('proof_page') || 1,
  };
}

/** The days, which the server reads by the wall clock of each place; null while they are not in order. */
export function rangeOf({ from, to }: Pick<ProofFilter, 'from' | 'to'>): { from: string; to: string } | null {
  return from !== '' && to !== '' && from <= to ? { from, to } : null;
}
