import { useTimeout } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { useExpiringState } from '../../../lib/timers.ts';
import { idsOf, nodeOf, pathTo, type CompanyTree } from './company-tree.ts';
import { SESSION_KEYS } from '../../../lib/storage.ts';

const RELOAD_MS = 200;
const SCROLL_RESTORE_MS = 400;
const HIGHLIGHT_MS = 3_000;

/** The node to which the tree scrolls once it is loaded, or null; see TREE-34. */
function readScrollTarget(): number | null {
  const id = Number(sessionStorage.getItem(SESSION_KEYS.scrollToNode) ?? 0);
  return Number.isInteger(id) && id > 0 ? id : null;
}
const writeScrollTarget = (id: number): void => sessionStorage.setItem(SESSION_KEYS.scrollToNode, String(id));
const clearScrollTarget = (): void => sessionStorage.removeItem(SESSION_KEYS.scrollToNode);

type Options = { tree: CompanyTree; fetching: boolean; onOpen: (ids: readonly number[], open: boolean) => void };

/**
 * After an add or an edit the path to the node is opened. The tree fades while it is refetched (about 200 ms), and after
 * another 400 ms the node is scrolled to and highlighted; see TREE-34. The id is in session storage
 * until then, so that it also works after a reload of the page.
 * @returns `visibleRow`: the row that must be visible until then; `highlightedRow`: the row to scroll to and highlight; `changed` starts it
 */
export function useRevealNode({ tree, fetching, onOpen }: Options) {
  const [awaited, setAwaited] = useState(readScrollTarget);
  const [waiting, wait] = useExpiringState<true>();
  const [highlightedRow, highlight] = useExpiringState<number>();
  const { start, clear } = useTimeout((id: number) => {
    clearScrollTarget();
    setAwaited(null);
    highlight(id, HIGHLIGHT_MS);
  }, SCROLL_RESTORE_MS);
  const updating = waiting === true || (awaited !== null && fetching);
  const present = awaited !== null && nodeOf(tree, awaited) !== undefined;
  const loaded = present && !updating;

  const open = useEffectEvent((id: number) => onOpen(idsOf(pathTo(tree, id)), true));
  useEffect(() => {
    if (present && awaited !== null) open(awaited);
  }, [present, awaited]);
  const arrive = useEffectEvent((id: number): void => {
    open(id);
    clear();
    start(id);
  });
  useEffect(() => {
    if (loaded && awaited !== null) arrive(awaited);
  }, [loaded, awaited]);

  return {
    awaiting: awaited !== null,
    updating,
    visibleRow: present ? awaited : null,
    highlightedRow,
    changed(company_id: number): void {
      writeScrollTarget(company_id);
      setAwaited(company_id);
      wait(true, RELOAD_MS);
    },
  };
}
