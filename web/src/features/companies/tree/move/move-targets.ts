import { nodeOf, type CompanyTree, type TreeNode } from '../company-tree.ts';
import { moveRuleOf } from './move-rules.ts';

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
