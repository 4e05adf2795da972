import { COMPANY_TYPES, companyTypeSchema, type CompanyType } from '@belfry/schemas/domain/companies';
import type { CompanyNode } from '@belfry/schemas/http/companies/companies';
import type { PostalAddress } from '../../../lib/tree-nodes.ts';

/** A node of the flat answer: its type is a number or a name, its parent may be absent, empty or unknown; see TREE-13. */
export type FlatNode = Omit<CompanyNode, 'parent_company_id' | 'type'> & {
  parent_company_id?: number | string | null;
  type: number | string;
};

/** `level` is the depth: 0 for a root. */
export type TreeNode = CompanyNode & { children: TreeNode[]; level: number };

/**
 * A tree in depth-first order: a node, its descendants, its next sibling. A branch is therefore a slice.
 * `places` has the index of each id in `nodes`, `ends` the index behind a node's last descendant.
 */
export type CompanyTree = {
  roots: TreeNode[];
  nodes: TreeNode[];
  places: ReadonlyMap<number, number>;
  ends: readonly number[];
};

/**
 * Builds the tree of a flat list in any order, in linear time; siblings keep the order of the list. No node is
 * lost: a node whose parent is missing is a root, and so is the first node of a cycle. A repeated id counts once.
 */
export function buildTree(flat: readonly FlatNode[]): CompanyTree {
  const byId = new Map<number, FlatNode>();
  for (const node of flat) if (!byId.has(node.company_id)) byId.set(node.company_id, node);
  const childrenOf = Map.groupBy(byId.values(), (node) => parentIdOf(node, byId));
  const tree: Growing = { roots: [], nodes: [], places: new Map(), ends: [] };
  for (const root of childrenOf.get(null) ?? []) addBranch(tree, root, childrenOf);
  if (tree.nodes.length < byId.size) {
    for (const node of byId.values()) if (!tree.places.has(node.company_id)) addBranch(tree, node, childrenOf);
  }
  return tree;
}

function parentIdOf({ parent_company_id }: FlatNode, byId: ReadonlyMap<number, FlatNode>): number | null {
  const id = Number(parent_company_id);
  return byId.has(id) ? id : null;
}

type Growing = { roots: TreeNode[]; nodes: TreeNode[]; places: Map<number, number>; ends: number[] };

/** Iterative, so that the depth is not limited by the stack. */
function addBranch(tree: Growing, root: FlatNode, childrenOf: ReadonlyMap<number | null, FlatNode[]>): void {
  const open: { parent: TreeNode; rest: FlatNode[] }[] = [];
  const enter = (flat: FlatNode, parent: TreeNode | undefined): void => {
    const node = toTreeNode(flat, parent);
    (parent?.children ?? tree.roots).push(node);
    tree.places.set(node.company_id, tree.nodes.push(node) - 1);
    tree.ends.push(0);
    open.push({ parent: node, rest: (childrenOf.get(node.company_id) ?? []).toReversed() });
  };
  enter(root, undefined);
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const next = last.rest.pop();
    if (!next) {
      tree.ends[tree.places.get(last.parent.company_id) ?? 0] = tree.nodes.length;
      open.pop();
    } else if (!tree.places.has(next.company_id)) enter(next, last.parent);
  }
}

const anyType = companyTypeSchema.catch('Element');
/** Types of this server are names already; parsing 10,000 of them takes noticeable time. */
const typeOf = (given: number | string): CompanyType =>
  COMPANY_TYPES.find((name) => name === given) ?? anyType.parse(given);

const toTreeNode = (flat: FlatNode, parent: TreeNode | undefined): TreeNode => ({
  ...flat,
  parent_company_id: parent?.company_id ?? null,
  type: typeOf(flat.type),
  level: parent ? parent.level + 1 : 0,
  children: [],
});

export const nodeOf = (tree: CompanyTree, id: number): TreeNode | undefined => tree.nodes[tree.places.get(id) ?? -1];

/** A node and all its descendants; empty for an unknown id. */
export function branchOf(tree: CompanyTree, id: number): TreeNode[] {
  const place = tree.places.get(id);
  return place === undefined ? [] : tree.nodes.slice(place, tree.ends[place]);
}

/** The ancestors of a node, the root first; empty for a root and for an unknown id. */
export function pathTo(tree: CompanyTree, id: number): TreeNode[] {
  const path: TreeNode[] = [];
  for (let node = parentOf(tree, nodeOf(tree, id)); node; node = parentOf(tree, node)) path.push(node);
  return path.toReversed();
}

const parentOf = (tree: CompanyTree, node: TreeNode | undefined): TreeNode | undefined =>
  node?.parent_company_id == null ? undefined : nodeOf(tree, node.parent_company_id);

export const idsOf = (nodes: readonly Pick<TreeNode, 'company_id'>[]): number[] =>
  nodes.map(({ company_id }) => company_id);

export const parentsIn = (tree: CompanyTree, ids: readonly number[]): number[] =>
  idsOf(ids.flatMap((id) => branchOf(tree, id)).filter(({ children }) => children.length > 0));

/** Whether a node's searchable texts contain `text`, which is in lower case. */
const matches = ({ name, description, serial, city, street }: TreeNode, text: string): boolean =>
  [name, description, serial, city, street].some((value) => value?.toLowerCase().includes(text));

/**
 * The nodes that a filter text keeps, in the order of the tree: matches, their branches, and the path to
 * them. A node without children here has none in the unfiltered tree either.
 */
export function filterNodes(tree: CompanyTree, typed: string): TreeNode[] {
  const text = typed.trim().toLowerCase();
  if (text === '') return tree.nodes;
  const ids = new Set<number>();
  for (const node of tree.nodes) {
    if (ids.has(node.company_id) || !matches(node, text)) continue;
    for (const near of [...pathTo(tree, node.company_id), ...branchOf(tree, node.company_id)]) {
      ids.add(near.company_id);
    }
  }
  return tree.nodes.filter(({ company_id }) => ids.has(company_id));
}

const NOWHERE: PostalAddress = { continent: null, country: null, city: null, street: null, house: null, zip: null };

const addressIn = ({ continent, country, city, street, house, zip }: PostalAddress): PostalAddress => ({
  continent,
  country,
  city,
  street,
  house,
  zip,
});
const isSet = ({ city, street, house, zip }: PostalAddress): boolean => [city, street, house, zip].some(Boolean);

/** The postal address of a node: its own, else that of the nearest ancestor that has one; see TREE-30. */
export function postalAddressOf(tree: CompanyTree, id: number): { address: PostalAddress; inherited: boolean } {
  const node = nodeOf(tree, id);
  if (!node) return { address: NOWHERE, inherited: false };
  if (isSet(node)) return { address: addressIn(node), inherited: false };
  const source = pathTo(tree, id).findLast(isSet);
  return source ? { address: addressIn(source), inherited: true } : { address: addressIn(node), inherited: false };
}
