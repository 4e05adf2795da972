import { useState } from 'react';
import { readOpenNodes, withNodes, writeOpenNodes, type OpenNodes } from './open-nodes.ts';

/** Which nodes of a root are open, stored for this tab. */
export function useOpenNodes(root: number) {
  const [kept, setKept] = useState(() => ({ root, open: readOpenNodes(root) }));
  if (kept.root !== root) setKept({ root, open: readOpenNodes(root) });
  const set = (ids: readonly number[], value: boolean): void => {
    const open: OpenNodes = withNodes(kept.open, ids, value);
    if (open === kept.open) return;
    setKept({ root, open });
    writeOpenNodes(root, open);
  };
  return { open: kept.open, set };
}
