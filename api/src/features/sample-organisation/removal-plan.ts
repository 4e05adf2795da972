import type { TreeNode } from './sample-organisation.repository.ts';
import type { SampleContent } from '../../db/column-types.ts';

export type RemovalPlan = {
  /** Nodes of the sample that are deleted. */
  nodes: number[];
  /** The serial numbers of the devices that are unbound by that. */
  serials: string[];
  /** The number of nodes of the sample that stay. */
  kept: number;
};

/**
 * What a removal deletes: the nodes of the sample, except those that have something that was added to them, and their
 * ancestors. Such are nodes that are not of the sample, and another device than at the creation; see TREE-51.
 * @param nodes all nodes of the trees in which the sample is, children before their parents
 */
export function planRemoval(
  content: Pick<SampleContent, 'nodes' | 'bindings'>,
  nodes: readonly TreeNode[],
): RemovalPlan {
  const own = new Set(content.nodes);
  const devices = new Map(content.bindings.map(({ company_id, serial }) => [company_id, serial]));
  const staying = new Set<number>();
  const removed: TreeNode[] = [];
  for (const node of nodes) {
    const { company_id, parent_company_id, serial } = node;
    const changed = serial !== null && serial !== devices.get(company_id);
    if (own.has(company_id) && !changed && !staying.has(company_id)) removed.push(node);
    else if (parent_company_id !== null) staying.add(parent_company_id);
  }
  const present = nodes.filter(({ company_id }) => own.has(company_id)).length;
  return {
    nodes: removed.map(({ company_id }) => company_id),
    serials: removed.flatMap(({ serial }) => serial ?? []),
    kept: present - removed.length,
  };
}
