import { canContain, TREE_DEPTH_MAX } from '@belfry/schemas/domain/companies';
import { branchOf, idsOf, nodeOf, type CompanyTree, type TreeNode } from './company-tree.ts';
import { useRef, useState, type DragEvent, type PointerEvent } from 'react';

/** Why a node cannot be moved below another: it is there, below itself, not allowed by the type, or too deep. */
export type MoveRefusal = 'here' | 'inside' | 'type' | 'depth';
type MoveRule = (parent: TreeNode) => MoveRefusal | null;

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

const OPEN_ON_DRAG_MS = 800;

/** `over` is the row below the pointer, `refusal` why the node cannot be dropped there. */
export type NodeDrag = { id: number; over: number | null; refusal: MoveRefusal | null };

type Options = {
  /** Unfiltered, because the rules concern hidden nodes too. */
  tree: CompanyTree;
  onStart: (id: number) => void;
  onPause: (id: number) => void;
  onDrop: (id: number, parent: number) => void;
};

const idAt = (target: EventTarget): number | null => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-node]') : null;
  return row ? Number(row.dataset['node']) : null;
};

/**
 * Dragging of rows, for the box that contains them; see TREE-53. The drag and drop of the tree library is not used, because it
 * does not report a refused target, whose reason is shown. A touch does not drag, it scrolls.
 */
export function useNodeDrag({ tree, onStart, onPause, onDrop }: Options) {
  const [drag, setDrag] = useState<NodeDrag | null>(null);
  const rule = useRef<MoveRule | null>(null);
  const touched = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const end = (): void => {
    clearTimeout(timer.current);
    setDrag(null);
  };
  const moveOver = (over: number | null): void => {
    if (!drag || over === drag.over) return;
    clearTimeout(timer.current);
    if (over !== null) timer.current = setTimeout(() => onPause(over), OPEN_ON_DRAG_MS);
    const node = over === null ? undefined : nodeOf(tree, over);
    setDrag({ ...drag, over, refusal: (node && rule.current?.(node)) ?? null });
  };
  const isAllowed = (id: number | null): id is number => {
    const node = id === null ? undefined : nodeOf(tree, id);
    return node !== undefined && rule.current?.(node) === null;
  };
  const follow = (event: DragEvent): void => {
    if (!drag) return;
    const over = idAt(event.target);
    // The default refuses the drop.
    if (isAllowed(over)) event.preventDefault();
    moveOver(over);
  };
  return {
    drag,
    handlers: {
      onPointerDownCapture: ({ pointerType }: PointerEvent): void => {
        touched.current = pointerType === 'touch';
      },
      onDragStart: (event: DragEvent): void => {
        const id = idAt(event.target);
        rule.current = id === null ? null : moveRuleOf(tree, id);
        if (id === null || rule.current === null || touched.current) return event.preventDefault();
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', nodeOf(tree, id)?.name ?? '');
        onStart(id);
        setDrag({ id, over: null, refusal: null });
      },
      onDragEnter: follow,
      onDragOver: follow,
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent): void => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) moveOver(null);
      },
      onDrop: (event: DragEvent): void => {
        const parent = idAt(event.target);
        if (drag && isAllowed(parent)) {
          event.preventDefault();
          onDrop(drag.id, parent);
        }
        end();
      },
      onDragEnd: end,
    },
  };
}
