import { useState } from 'react';
import { z } from 'zod';
import { useAddress } from '../../../lib/address.ts';
import { SESSION_KEYS } from '../../../lib/storage.ts';
import type { CompanyTree } from './company-tree.ts';

export const TREE_VIEWS = ['tree', 'devices', 'map'] as const;
export type TreeViewName = (typeof TREE_VIEWS)[number];

const addressSchema = z.object({
  view: z.enum(TREE_VIEWS).catch('tree'),
  find: z.string().trim().max(200).catch(''),
});
export type TreeAddress = z.infer<typeof addressSchema>;

export const readTreeAddress = (address: URLSearchParams): TreeAddress =>
  addressSchema.parse(Object.fromEntries(address));

/** Defaults are left out. */
export function changeTreeAddress(address: URLSearchParams, change: Partial<TreeAddress>): URLSearchParams {
  const next = new URLSearchParams(address);
  const { view, find } = { ...readTreeAddress(address), ...change };
  if (view === 'tree') next.delete('view');
  else next.set('view', view);
  if (find === '') next.delete('find');
  else next.set('find', find);
  return next;
}

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

const readOpenNodes = (root: number): OpenNodes => readAll()[root] ?? {};

/** Where storage is full or blocked, nothing is stored. */
function writeOpenNodes(root: number, open: OpenNodes): void {
  try {
    sessionStorage.setItem(SESSION_KEYS.openNodes, JSON.stringify({ ...readAll(), [root]: open }));
  } catch {
    // The tree works without stored state.
  }
}

const isOpen = (open: OpenNodes, id: number): boolean => open[id] ?? true;

export const openIdsOf = ({ nodes }: CompanyTree, open: OpenNodes): number[] =>
  nodes
    .filter(({ company_id, children }) => children.length > 0 && isOpen(open, company_id))
    .map((node) => node.company_id);

const withNodes = (open: OpenNodes, ids: readonly number[], value: boolean): OpenNodes => {
  const changed = ids.filter((id) => isOpen(open, id) !== value);
  return changed.length === 0 ? open : { ...open, ...Object.fromEntries(changed.map((id) => [id, value])) };
};

export function useTreeAddress(): [address: TreeAddress, change: (next: Partial<TreeAddress>) => void] {
  const [params, setParams] = useAddress();
  return [
    readTreeAddress(params),
    (next) => setParams((now) => changeTreeAddress(now, next), { replace: true, preventScrollReset: true }),
  ];
}

/** Which nodes of a root are open, stored for this tab. @returns `set` opens or closes nodes */
export function useOpenNodes(root: number) {
  const [nodes, setNodes] = useState(() => ({ root, open: readOpenNodes(root) }));
  if (nodes.root !== root) setNodes({ root, open: readOpenNodes(root) });
  const set = (ids: readonly number[], value: boolean): void => {
    const open: OpenNodes = withNodes(nodes.open, ids, value);
    if (open === nodes.open) return;
    setNodes({ root, open });
    writeOpenNodes(root, open);
  };
  return { open: nodes.open, set };
}
