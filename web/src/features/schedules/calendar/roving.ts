import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';

const BUTTONS = 'button[data-item]';

/**
 * One button of a table of events is in the tab order, the others are reached by arrows: left and right to the same row of another day, up and down
 * within a cell, then to the next row.
 */
export function useRoving<E extends HTMLElement>() {
  const root = useRef<E>(null);
  useEffect(() => {
    const table = root.current;
    if (!table || table.querySelector(`${BUTTONS}[tabindex="0"]`)) return;
    const first = table.querySelector<HTMLElement>('[data-next]') ?? table.querySelector<HTMLElement>(BUTTONS);
    first?.setAttribute('tabindex', '0');
  });
  const onFocus = ({ target }: FocusEvent<E>): void => {
    if (!target.matches(BUTTONS)) return;
    for (const each of root.current?.querySelectorAll('[tabindex="0"]') ?? []) each.setAttribute('tabindex', '-1');
    target.setAttribute('tabindex', '0');
  };
  const onKeyDown = (event: KeyboardEvent<E>): void => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]');
    if (!cell || !(event.target as HTMLElement).matches(BUTTONS)) return;
    const next = neighbourOf(cell, event.target as HTMLElement, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return { ref: root, onFocus, onKeyDown };
}

function neighbourOf(cell: HTMLElement, button: HTMLElement, key: string): HTMLElement | undefined {
  const inCell = buttonsIn(cell);
  const at = inCell.indexOf(button);
  const [row, column] = (cell.dataset['cell'] ?? '').split(':').map(Number) as [number, number];
  const cellAt = (r: number, c: number): HTMLElement[] =>
    buttonsIn(cell.closest('[data-cells]')?.querySelector(`[data-cell="${r}:${c}"]`) ?? null);
  if (key === 'ArrowLeft') return cellAt(row, column - 1)[0];
  if (key === 'ArrowRight') return cellAt(row, column + 1)[0];
  if (key === 'ArrowDown') return inCell[at + 1] ?? cellAt(row + 1, column)[0];
  return key === 'ArrowUp' ? (inCell[at - 1] ?? cellAt(row - 1, column).at(-1)) : undefined;
}

const buttonsIn = (cell: Element | null): HTMLElement[] => [...(cell?.querySelectorAll<HTMLElement>(BUTTONS) ?? [])];
