import { IconChevronRight } from '@tabler/icons-react';
import { memo, useState, type CSSProperties, type HTMLAttributes, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { TreeNode } from '../../company-tree.ts';
import { colourOf, fontSizeOf, indentOf } from '../../rows/level-style.ts';
import type { MoveRefusal } from '../../move/move-rules.ts';
import { isDeviceNode, type CheckState } from '../../selection/tree-selection.ts';
import type { RowHandlers } from '../../rows/use-row-handlers.ts';
import { CheckMark } from './check-mark.tsx';
import { DropReason } from './drop-reason.tsx';
import { NameEditor } from './name-editor.tsx';
import { NodeMark } from './node-mark.tsx';
import { KnownStatus, NodeStatus } from './node-status.tsx';
import { RowActions } from './row-actions.tsx';
import { sameRow } from './same-row.ts';
import classes from './tree-row.module.css';

export type TreeRowProps = {
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
  /** While the tree is scrolled a new row is rendered without buttons and live status, which take most of the time. */
  scrolling: boolean;
  renaming: boolean;
  /** What the row is for a node that is dragged: that node, a place for it, or why it is none. */
  drop: 'dragged' | 'allowed' | MoveRefusal | null;
  handlers: RowHandlers;
};

/** One node: its branch, its check, what it is, and what can be done with it. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { node, check, open, focused, highlighted, top, height, item, scrolling, renaming, drop, handlers } = props;
  const { t } = useTranslation('tree');
  const [complete, setComplete] = useState(!scrolling);
  if (!complete && !scrolling) setComplete(true);
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
      data-node={node.company_id}
      data-drop={drop ?? undefined}
      draggable={level > 0 && !renaming}
    >
      <div className={classes.line} role="presentation">
        {node.children.length > 0 ? (
          <button
            type="button"
            className={classes.branch}
            tabIndex={-1}
            aria-label={t(open ? 'row.close' : 'row.open', { name })}
            onClick={() => handlers.onToggle(node)}
          >
            <IconChevronRight size={16} className={classes.chevron ?? ''} data-open={open || undefined} aria-hidden />
          </button>
        ) : (
          <span className={classes.branch} />
        )}
        <CheckMark state={check} onToggle={() => handlers.onCheck(node)} />
        <NodeMark node={node} />
        {renaming ? (
          <NameEditor
            node={node}
            onSave={(text) => handlers.onRename(node, text)}
            onClose={(refocus) => handlers.onRenameEnd(node, refocus)}
          />
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key of the row for it is F2
          <span
            className={classes.name}
            data-struck={(isDeviceNode(node) && check === false) || undefined}
            title={name}
            onDoubleClick={() => handlers.onRenameStart(node)}
          >
            {name}
          </span>
        )}
        {isDeviceNode(node) &&
          (complete && node.serial !== null ? (
            <NodeStatus serial={node.serial} known={node.status} />
          ) : (
            <KnownStatus node={node} />
          ))}
        {/* A space, so that name and description are separate words for screen readers. */}{' '}
        <DropReason drop={drop} parent={type} />
        <span className={classes.description}>{description}</span>
      </div>
      <div className={classes.actions} role="presentation" data-action>
        {complete && <RowActions node={node} reachable={focused} handlers={handlers} />}
      </div>
    </div>
  );
}, sameRow);
