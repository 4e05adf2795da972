export type TargetOwner = { id: number; label: string };

export type TargetOwners = {
  /** null: the user. */
  choice: TargetOwner | null;
  matches: readonly TargetOwner[];
  searching: boolean;
  onSearch: (text: string) => void;
  onOpened: (opened: boolean) => void;
  onChoose: (owner: TargetOwner | null) => void;
};

export type TargetNode = {
  company_id: number;
  owner: number;
  name: string;
  parent: number | null;
  ancestors: readonly number[];
  path: string;
  hasChildren: boolean;
  type: string;
};
/**
 * The nodes at which an action is allowed, and so is it below them; a node is at the top where the one above it is not
 * allowed.
 */
export function allowedNodes(
  nodes: readonly TargetNode[],
  allowed: (owner: number, path: readonly number[]) => boolean,
): readonly TargetNode[] {
  const allowedIds = new Set<number>();
  return nodes.flatMap((node) => {
    if (!allowed(node.owner, [...node.ancestors, node.company_id])) return [];
    allowedIds.add(node.company_id);
    const ancestors = node.ancestors.filter((id) => allowedIds.has(id));
    return ancestors.length === node.ancestors.length
      ? [node]
      : [{ ...node, ancestors, parent: ancestors.at(-1) ?? null }];
  });
}
