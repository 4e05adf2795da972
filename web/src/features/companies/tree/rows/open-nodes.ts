import { z } from 'zod';
import { SESSION_KEYS } from '../../../../lib/storage.ts';
import type { CompanyTree } from '../company-tree.ts';

/**
 * Which nodes the user has opened and closed, per root; see TREE-33. A tree is fully open at first, so a node of
 * which nothing is known is open.
 */
const openNodesSchema = z.record(z.string(), z.record(z.string(), z.boolean()));
export type OpenNodes = Readonly<Record<string, boolean>>;

function readAll(): Record<string, Record<string, boolean>> {
  try {
    return openNodesSchema.parse(JSON.parse(sessionStorage.getItem(SESSION_KEYS.openNodes) ?? '{}'));
  } catch {
    return {};
  }
}

export const readOpenNodes = (root: number): OpenNodes => readAll()[root] ?? {};

/** Where storage is full or blocked, nothing is stored. */
export function writeOpenNodes(root: number, open: OpenNodes): void {
  try {
    sessionStorage.setItem(SESSION_KEYS.openNodes, JSON.stringify({ ...readAll(), [root]: open }));
  } catch {
    // The tree works without stored state.
  }
}

export const isOpen = (open: OpenNodes, id: number): boolean => open[id] ?? true;

/** The nodes that show their children. */
export const openIdsOf = ({ nodes }: CompanyTree, open: OpenNodes): number[] =>
  nodes
    .filter(({ company_id, children }) => children.length > 0 && isOpen(open, company_id))
    .map((node) => node.company_id);

/** The state with these nodes opened or closed; the same object where nothing changes. */
export const withNodes = (open: OpenNodes, ids: readonly number[], value: boolean): OpenNodes => {
  const changed = ids.filter((id) => isOpen(open, id) !== value);
  return changed.length === 0 ? open : { ...open, ...Object.fromEntries(changed.map((id) => [id, value])) };
};
