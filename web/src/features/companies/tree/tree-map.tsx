import { type BranchDevice, CompanyMap } from '../../map/index.ts';
import { branchOf, type CompanyTree, nodeOf } from './company-tree.ts';
import { useTreeState } from './tree-context.ts';

/** The devices at a node and below it, in the order of the tree; empty for a node that it does not have. */
export function branchDevices(tree: CompanyTree, id: number): BranchDevice[] {
  if (!nodeOf(tree, id)) return [];
  return branchOf(tree, id).flatMap(({ company_id, serial, name, status }) =>
    serial === null ? [] : [{ company_id, serial, name, status }],
  );
}

export function TreeMap({ onShow }: { onShow: (id: number) => void }) {
  const { tree, rowActions } = useTreeState();
  const root = tree.roots[0];
  if (!root) return null;
  return (
    <CompanyMap
      companyId={root.company_id}
      name={root.name}
      devicesOf={(id) => branchDevices(tree, id)}
      isHere={(id) => nodeOf(tree, id) !== undefined}
      onShow={onShow}
      onPlan={(id) => {
        const node = nodeOf(tree, id);
        if (node) rowActions.onPlan?.(node);
      }}
    />
  );
}
