import { Text, ActionIcon, Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { searchRanked } from '../../lib/lookup-search.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { marksOf, parentsOfMarked, stateOf, toggleNode, type TargetNode, type MarkState } from './targets.ts';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import classes from './target-tree.module.css';

const INDENT_PX = 20;
/** Deeper levels are not indented further, so that names stay readable on a phone. */
const INDENTED_LEVELS = 6;
const CHECKED: ReadonlySet<MarkState> = new Set(['in', 'inherited']);
type TargetRowProps = {
  node: TargetNode;
  state: MarkState;
  /** Whether the nodes below it are listed; null: it is a match of a search, shown with its path. */
  open: boolean | null;
  onOpen: () => void;
  onToggle: () => void;
};
/** A node with its box. */
function TargetRow({ node, state, open, onOpen, onToggle }: TargetRowProps) {
  const { t } = useTranslation('targets');
  const listed = open === null;
  const level = listed ? 0 : Math.min(node.ancestors.length, INDENTED_LEVELS);
  return (
    <div className={classes.row} style={{ paddingInlineStart: level * INDENT_PX + 8 }}>
      {!listed && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          className={node.hasChildren ? '' : (classes.leaf ?? '')}
          aria-expanded={open}
          aria-label={t(open ? 'close' : 'open', { name: node.name })}
          onClick={onOpen}
        >
          {open ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
        </ActionIcon>
      )}
      <Checkbox
        size="xs"
        className={classes.check}
        checked={CHECKED.has(state)}
        indeterminate={state === 'partial'}
        disabled={state === 'excluded'}
        onChange={onToggle}
        label={
          <span className={classes.label}>
            <span className={classes.name} data-out={state === 'out' || state === 'excluded' || undefined}>
              {node.name}
            </span>
            {state === 'out' && <span className={classes.except}>{t('excepted')}</span>}
            {listed && <span className={classes.path}>{node.path}</span>}
          </span>
        }
      />
    </div>
  );
}

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
