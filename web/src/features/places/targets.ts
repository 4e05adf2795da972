import type { TargetsInput } from '@belfry/schemas/domain/targets';

/** The nodes to choose from, as the pickers show them. */
export type TargetNodes = {
  /** Parents precede their children; absent while they load and when that failed. */
  nodes: readonly TargetNode[] | undefined;
  /** Why they could not be loaded. */
  failure: string | undefined;
  onRetry: () => void;
  retrying: boolean;
};

/** The devices to choose from, searched on the server. */
export type TargetDevices = {
  found: readonly { serial: string; name: string | null }[];
  searching: boolean;
  onSearch: (text: string) => void;
  /** Nothing is searched until a list is opened. */
  onOpened: (opened: boolean) => void;
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

/** Everything that announcements can be addressed to. */
export type TargetSources = {
  /** Absent where only one's own places are offered. */
  owners?: TargetOwners;
  places: TargetNodes;
  groups: readonly { id: number; name: string }[];
  devices: TargetDevices;
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

type Marks = { in: ReadonlySet<number>; out: ReadonlySet<number> };

/**
 * - `in` and `out`: selected or excepted by itself;
 * - `inherited`: an ancestor is selected;
 * - `excluded`: an ancestor is excepted, which nothing below can undo;
 * - `partial`: something below is selected.
 */
export type MarkState = 'in' | 'out' | 'inherited' | 'excluded' | 'partial' | 'none';

export const marksOf = ({ nodes = [], except }: TargetsInput): Marks => ({
  in: new Set(nodes),
  out: new Set(except?.nodes),
});

/** The ids of all ancestors of selected nodes. */
export function parentsOfMarked(nodes: ReadonlyMap<number, TargetNode>, marks: Marks): ReadonlySet<number> {
  return new Set([...marks.in].flatMap((id) => nodes.get(id)?.ancestors ?? []));
}

export function stateOf({ company_id, ancestors }: TargetNode, marks: Marks, partial: ReadonlySet<number>): MarkState {
  if (ancestors.some((id) => marks.out.has(id))) return 'excluded';
  if (marks.out.has(company_id)) return 'out';
  if (marks.in.has(company_id)) return 'in';
  if (ancestors.some((id) => marks.in.has(id))) return 'inherited';
  return partial.has(company_id) ? 'partial' : 'none';
}

/** The targets after a press on the box of a node. What the change makes redundant below it is removed. */
export function toggleNode(
  targets: TargetsInput,
  node: TargetNode,
  nodes: ReadonlyMap<number, TargetNode>,
): TargetsInput {
  const marks = marksOf(targets);
  const state = stateOf(node, marks, new Set());
  if (state === 'excluded') return targets;
  const isBelow = (id: number): boolean => nodes.get(id)?.ancestors.includes(node.company_id) ?? false;
  const rest = (ids: ReadonlySet<number>): number[] => [...ids].filter((id) => id !== node.company_id && !isBelow(id));
  const included = rest(marks.in);
  const excepted = rest(marks.out);
  if (state === 'none') included.push(node.company_id);
  if (state === 'inherited') excepted.push(node.company_id);
  return { ...targets, nodes: included, except: { ...targets.except, nodes: excepted } };
}

/** Whether the targets name any place. */
export const hasTargets = ({ nodes = [], groups = [], devices = [] }: TargetsInput): boolean =>
  nodes.length + groups.length + devices.length > 0;
