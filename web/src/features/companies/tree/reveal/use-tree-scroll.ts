import type { TreeInstance } from '@headless-tree/core';
import { useEffect, useEffectEvent, type RefObject } from 'react';
import type { useTreeRows } from '../rows/use-tree-rows.ts';

type Options = {
  library: TreeInstance<string>;
  rows: ReturnType<typeof useTreeRows>;
  box: RefObject<HTMLElement | null>;
  setFocused: (id: number) => void;
  /** The row to scroll to and focus, or null. */
  target: number | null;
  /** The row that is to be visible, or null. */
  reveal: number | null;
};

/** Scrolls to a row when it becomes the target, and to one that is to be visible as soon as it exists. */
export function useTreeScroll({ library, rows, box, setFocused, target, reveal }: Options): void {
  'use no memo';
  const indexOf = (id: number): number => library.getItemInstance(String(id)).getItemMeta().index;
  const scrollToTarget = useEffectEvent((id: number) => {
    const index = indexOf(id);
    if (index < 0) return;
    setFocused(id);
    rows.scrollToIndex(index, { align: 'center' });
    box.current?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    if (target !== null) scrollToTarget(target);
  }, [target]);

  const revealed = reveal !== null && indexOf(reveal) >= 0 ? reveal : null;
  const scrollToRevealed = useEffectEvent((id: number) => rows.scrollToIndex(indexOf(id)));
  useEffect(() => {
    if (revealed !== null) scrollToRevealed(revealed);
  }, [revealed]);
}
