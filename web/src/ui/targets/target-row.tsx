import { ActionIcon, Checkbox } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { MarkState, TargetNode } from '../../lib/targets/targets.ts';
import classes from './target-tree.module.css';

const INDENT_PX = 20;
/** Deeper levels are not indented further, so that names stay readable on a phone. */
const INDENTED_LEVELS = 6;
const CHECKED: ReadonlySet<MarkState> = new Set(['in', 'inherited']);

type Props = {
  node: TargetNode;
  state: MarkState;
  /** Whether the nodes below it are listed; null: it is a match of a search, shown with its path. */
  open: boolean | null;
  onOpen: () => void;
  onToggle: () => void;
};

/** A node with its box. */
export function TargetRow({ node, state, open, onOpen, onToggle }: Props) {
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
