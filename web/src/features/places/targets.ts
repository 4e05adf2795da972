/** The nodes to choose from, as the pickers show them. */
export type TargetNodes = {
  /** Parents precede their children; absent while they load and when that failed. */
  nodes: readonly TargetNode[] | undefined;
  /** Why they could not be loaded. */
  failure: string | undefined;
  onRetry: () => void;
  retrying: boolean;
};

/** A person, as a choice shows them. */
export type TargetOwner = { id: number; label: string };

/** Whose places are offered; for administrators. */
export type TargetOwners = {
  /** null: the user. */
  chosen: TargetOwner | null;
  found: readonly TargetOwner[];
  searching: boolean;
  onSearch: (text: string) => void;
  /** Nothing is searched until the list is opened. */
  onOpened: (opened: boolean) => void;
  onChoose: (owner: TargetOwner | null) => void;
};

/** A node of the trees of the user, with its ancestors from the main company down. */
export type TargetNode = {
  company_id: number;
  /** Whose node it is. */
  owner: number;
  name: string;
  parent: number | null;
  ancestors: readonly number[];
  /** The names of the ancestors. */
  path: string;
  hasChildren: boolean;
  type: string;
};
/** Those of these nodes at which something is allowed, and so is it below them: each is at the top where it is not allowed above it. */
export function allowedNodes(
  nodes: readonly TargetNode[],
  allowed: (owner: number, path: readonly number[]) => boolean,
): readonly TargetNode[] {
  const known = new Set<number>();
  return nodes.flatMap((node) => {
    if (!allowed(node.owner, [...node.ancestors, node.company_id])) return [];
    known.add(node.company_id);
    const ancestors = node.ancestors.filter((id) => known.has(id));
    return ancestors.length === node.ancestors.length
      ? [node]
      : [{ ...node, ancestors, parent: ancestors.at(-1) ?? null }];
  });
}
