import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { CSSProperties, HTMLAttributes, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { TreeNode } from '../company-tree.ts';
import { colourOf, fontSizeOf, indentOf } from '../level-style.ts';
import { isDeviceNode, type CheckState } from '../tree-selection.ts';
import { CheckMark } from './check-mark.tsx';
import { NodeMark } from './node-mark.tsx';
import { NodeStatus, UnboundMark } from './node-status.tsx';
import { RowActions, type RowActionHandlers } from './row-actions.tsx';
import classes from './tree-row.module.css';

type Props = {
  node: TreeNode;
  check: CheckState;
  open: boolean;
  /** The row that the Tab key reaches; only its buttons are in the tab order too. */
  focused: boolean;
  highlighted: boolean;
  /** px from the top of the list. */
  top: number;
  height: number;
  /** Role, position and focus, as the tree library knows them. */
  item: HTMLAttributes<HTMLDivElement> & { ref: Ref<HTMLDivElement> };
  onToggle: () => void;
  onCheck: () => void;
  handlers: RowActionHandlers;
};

/** One node: its branch, its check, what it is, and what can be done with it. */
export function TreeRow(props: Props) {
  const { node, check, open, focused, highlighted, top, height, item, onToggle, onCheck, handlers } = props;
  const { t } = useTranslation('tree');
  const { name, level, type, description } = node;
  const style: CSSProperties = {
    transform: `translateY(${top}px)`,
    height,
    fontSize: fontSizeOf(level),
    ['--level-indent' as never]: `${indentOf(level)}px`,
    ['--level-colour' as never]: colourOf(level),
  };
  return (
    <div
      {...item}
      className={classes.row}
      style={style}
      aria-label={[name, description, t(`type.${type}`)].filter(Boolean).join(', ')}
      aria-checked={check}
      data-type={type}
      data-current={focused || undefined}
      data-highlighted={highlighted || undefined}
    >
      <div className={classes.line} role="presentation">
        {node.children.length > 0 ? (
          <UnstyledButton
            className={classes.branch}
            tabIndex={-1}
            aria-label={t(open ? 'row.close' : 'row.open', { name })}
            onClick={onToggle}
          >
            <IconChevronRight size={16} className={classes.chevron ?? ''} data-open={open || undefined} aria-hidden />
          </UnstyledButton>
        ) : (
          <span className={classes.branch} />
        )}
        <CheckMark state={check} onToggle={onCheck} />
        <NodeMark node={node} />
        <span className={classes.name} data-struck={(isDeviceNode(node) && check === false) || undefined} title={name}>
          {name}
        </span>
        {isDeviceNode(node) &&
          (node.serial === null ? <UnboundMark /> : <NodeStatus serial={node.serial} known={node.status} />)}
        {/* A space, so that name and description are separate words for screen readers. */}{' '}
        <span className={classes.description}>{description}</span>
      </div>
      <div className={classes.actions} role="presentation" data-action>
        <RowActions node={node} reachable={focused} handlers={handlers} />
      </div>
    </div>
  );
}
