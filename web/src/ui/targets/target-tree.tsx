import { Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { searchRanked } from '../../lib/lookups/search-rank.ts';
import { VirtualList } from '../virtual-list.tsx';
import { marksOf, parentsOfMarked, stateOf, toggleNode, type TargetNode } from '../../lib/targets/targets.ts';
import { TargetRow } from './target-row.tsx';

const ROW_PX = 40;
const MAX_PX = 320;

type Props = {
  nodes: readonly TargetNode[];
  /** Only matching nodes are listed, flat; empty: the tree. */
  search: string;
  value: TargetsInput;
  onChange: (value: TargetsInput) => void;
};

/** The nodes with a box each. The main companies are open at first. */
export function TargetTree({ nodes, search, value, onChange }: Props) {
  const { t } = useTranslation('targets');
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set());
  const byId = useMemo(() => new Map(nodes.map((node) => [node.company_id, node])), [nodes]);
  const isOpen = (node: TargetNode | undefined): boolean =>
    node !== undefined && (node.parent === null) !== toggled.has(node.company_id);
  const rows =
    search === ''
      ? nodes.filter(({ ancestors }) => ancestors.every((id) => isOpen(byId.get(id))))
      : searchRanked(nodes, search, ({ name, path }) => ({ name, others: [path] }));
  const marks = marksOf(value);
  const partial = parentsOfMarked(byId, marks);
  const open = (id: number): void =>
    setToggled((before) =>
      before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id]),
    );
  if (rows.length === 0) {
    return (
      <Text component="output" size="sm" c="dimmed">
        {t('nothing')}
      </Text>
    );
  }
  return (
    <VirtualList
      label={t('places')}
      count={rows.length}
      rowPx={ROW_PX}
      maxPx={MAX_PX}
      keyOf={(index) => rows[index]?.company_id ?? index}
    >
      {(index) => {
        const node = rows[index];
        if (!node) return null;
        return (
          <TargetRow
            node={node}
            state={stateOf(node, marks, partial)}
            open={search === '' ? isOpen(node) : null}
            onOpen={() => open(node.company_id)}
            onToggle={() => onChange(toggleNode(value, node, byId))}
          />
        );
      }}
    </VirtualList>
  );
}
