import { canContain, TREE_DEPTH_MAX } from '@belfry/schemas/domain/companies';
import { branchOf, nodeOf, type CompanyTree, type TreeNode } from './company-tree.ts';

/** A possible new parent, and the names of its ancestors. */
export type MoveTarget = { node: TreeNode; path: string };

/**
 * The nodes below which a node can be moved, in the order of the tree: those that allow its type, outside of its own
 * branch, where its deepest descendant stays within the depth limit. Its present parent is not among them; see TREE-46.
 */
export function moveTargets(tree: CompanyTree, id: number): MoveTarget[] {
  const moved = nodeOf(tree, id);
  if (!moved || moved.type === 'Main') return [];
  const branch = branchOf(tree, id);
  const inside = new Set(branch.map(({ company_id }) => company_id));
  const height = branch.reduce((max, { level }) => Math.max(max, level), moved.level) - moved.level;
  const paths = new Map<number, string>();
  const targets: MoveTarget[] = [];
  for (const node of tree.nodes) {
    const { company_id, parent_company_id, type, level } = node;
    const above = parent_company_id === null ? undefined : nodeOf(tree, parent_company_id);
    const path = [above && paths.get(above.company_id), above?.name].filter(Boolean).join(' / ');
    paths.set(company_id, path);
    const allowed = canContain(type, moved.type) && level + 1 + height <= TREE_DEPTH_MAX;
    if (allowed && !inside.has(company_id) && company_id !== moved.parent_company_id) targets.push({ node, path });
  }
  return targets;
}
