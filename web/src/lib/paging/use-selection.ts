import { useState } from 'react';

/**
 * Objects that are selected for a bulk change, across pages. Another `scope`, such as other filters, selects nothing.
 * @param max how many one call changes
 */
export function useSelection<K>(scope: string, max: number) {
  const [selected, setSelected] = useState<ReadonlySet<K>>(new Set());
  const [last, setLast] = useState<K>();
  const [of, setOf] = useState(scope);
  if (of !== scope) {
    setOf(scope);
    setSelected(new Set());
    setLast(undefined);
  }
  const select = (keys: readonly K[], on: boolean): void => {
    const next = new Set(selected);
    for (const key of keys) {
      if (!on) next.delete(key);
      else if (next.size < max) next.add(key);
    }
    setSelected(next);
  };
  return {
    selected,
    select,
    /** Selects one row; with `within`, the rows of the page in their order, also those between it and the last one. */
    pick: (key: K, on: boolean, within?: readonly K[]): void => {
      setLast(key);
      select(within === undefined || last === undefined ? [key] : between(within, last, key), on);
    },
    clear: (): void => setSelected(new Set()),
  };
}
export type Selection<K> = ReturnType<typeof useSelection<K>>;

function between<K>(keys: readonly K[], one: K, other: K): readonly K[] {
  const [from, to] = [keys.indexOf(one), keys.indexOf(other)].toSorted((a, b) => a - b);
  return from === undefined || to === undefined || from < 0 ? [other] : keys.slice(from, to + 1);
}
