import { useState } from 'react';

/**
 * Objects that are selected for a bulk change, across pages. Another `scope`, such as other filters, selects nothing.
 * @param max how many one call changes
 */
export function useSelection<K>(scope: string, max: number) {
  const [selected, setSelected] = useState<ReadonlySet<K>>(new Set());
  const [of, setOf] = useState(scope);
  if (of !== scope) {
    setOf(scope);
    setSelected(new Set());
  }
  const select = (keys: readonly K[], on: boolean): void => {
    const next = new Set(selected);
    for (const key of keys) {
      if (!on) next.delete(key);
      else if (next.size < max) next.add(key);
    }
    setSelected(next);
  };
  return { selected, select, clear: () => setSelected(new Set()) };
}
export type Selection<K> = ReturnType<typeof useSelection<K>>;
