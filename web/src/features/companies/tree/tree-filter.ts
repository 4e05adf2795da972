import { branchOf, pathTo, type CompanyTree, type TreeNode } from './company-tree.ts';

/** Whether a node's searchable texts contain `wanted`, which is in lower case. */
const matches = ({ name, description, serial, city, street }: TreeNode, wanted: string): boolean =>
  [name, description, serial, city, street].some((text) => text?.toLowerCase().includes(wanted));

/**
 * The nodes that a filter text keeps, in the order of the tree: matches, their branches, and the path to
 * them. A node without children here has none in the unfiltered tree either.
 */
export function filterNodes(tree: CompanyTree, typed: string): TreeNode[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return tree.nodes;
  const kept = new Set<number>();
  for (const node of tree.nodes) {
    if (kept.has(node.company_id) || !matches(node, wanted)) continue;
    for (const near of [...pathTo(tree, node.company_id), ...branchOf(tree, node.company_id)]) {
      kept.add(near.company_id);
    }
  }
  return tree.nodes.filter(({ company_id }) => kept.has(company_id));
}
