import type { MainCompany } from '@belfry/schemas/http/companies/companies';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

const TO: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_index, last) => last,
};

type Options = {
  companies: readonly MainCompany[];
  selected: number | null;
  box: RefObject<HTMLElement | null>;
  scrollTo: (index: number) => void;
};

/**
 * Arrows, Home and End move the focus between the rows, of which one is in the tab order: the last focused one, else the
 * selected one. A row that is not rendered is scrolled to and focused when it is.
 */
export function useRowKeys({ companies, selected, box, scrollTo }: Options) {
  const [last, setLast] = useState<number | null>(null);
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-company="${wanted.current}"] button`);
    if (!row) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });
  return {
    /** The rendered row that is in the tab order. */
    reachableOf: (ids: readonly number[]): number | undefined =>
      [last, selected].find((id): id is number => id !== null && ids.includes(id)) ?? ids[0],
    onKeyDown: (event: KeyboardEvent, index: number): void => {
      const next = TO[event.key]?.(index, companies.length - 1);
      const company = next === undefined ? undefined : companies[next];
      if (next === undefined || !company) return;
      event.preventDefault();
      wanted.current = company.company_id;
      setLast(company.company_id);
      scrollTo(next);
    },
    onFocus: setLast,
  };
}
