import { canContain, TREE_DEPTH_MAX } from '@belfry/schemas/domain/companies';
import { branchOf, idsOf, nodeOf, type CompanyTree, type TreeNode } from './company-tree.ts';

/** Why a node cannot be moved below another: it is there, below itself, not allowed by the type, or too deep. */
export type MoveRefusal = 'here' | 'inside' | 'type' | 'depth';
export type MoveRule = (parent: TreeNode) => MoveRefusal | null;

/**
 * The rule for the new parents of a node, as the server applies it: null where it can be moved; see TREE-45. Null instead of a
 * rule for a main company and an unknown node, which cannot be moved at all.
 */
export function moveRuleOf(tree: CompanyTree, id: number): MoveRule | null {
  const moved = nodeOf(tree, id);
  if (!moved || moved.type === 'Main') return null;
  const branch = branchOf(tree, id);
  const inside = new Set(idsOf(branch));
  const height = branch.reduce((max, { level }) => Math.max(max, level), moved.level) - moved.level;
  return ({ company_id, type, level }) => {
    if (inside.has(company_id)) return 'inside';
    if (company_id === moved.parent_company_id) return 'here';
    if (!canContain(type, moved.type)) return 'type';
    return level + 1 + height > TREE_DEPTH_MAX ? 'depth' : null;
  };
}

/** A possible new parent, and the names of its ancestors. */
export type MoveTarget = { node: TreeNode; path: string };

/** The nodes below which a node can be moved, in the order of the tree; see TREE-46. */
export function moveTargets(tree: CompanyTree, id: number): MoveTarget[] {
  const rule = moveRuleOf(tree, id);
  if (!rule) return [];
  const paths = new Map<number, string>();
  const targets: MoveTarget[] = [];
  for (const node of tree.nodes) {
    const { company_id, parent_company_id } = node;
    const above = parent_company_id === null ? undefined : nodeOf(tree, parent_company_id);
    const path = [above && paths.get(above.company_id), above?.name].filter(Boolean).join(' / ');
    paths.set(company_id, path);
    if (rule(node) === null) targets.push({ node, path });
  }
  return targets;
}
