import { IconChevronRight } from '@tabler/icons-react';
import {
  memo,
  useState,
  type CSSProperties,
  type HTMLAttributes,
  type Ref,
  useEffect,
  useId,
  useRef,
  type KeyboardEvent,
} from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import type { TreeNode } from './company-tree.ts';
import { colourOf, fontSizeOf, indentOf } from './level-style.ts';
import type { MoveRefusal } from './node-move.ts';
import { isDeviceNode, type CheckState } from './tree-selection.ts';
import type { RowHandlers } from './tree-context.ts';
import { CheckMark, NodeMark, KnownStatus, NodeStatus } from './node-marks.tsx';
import { RowActions } from './row-actions.tsx';
import { Popover, Text } from '@mantine/core';
import { inputMaxOf, nodeValuesOf, problemOf } from './node-values.ts';
import classes from './tree-row.module.css';
import type { CompanyType } from '@belfry/schemas/domain/companies';

export type TreeRowProps = {
  node: TreeNode;
  check: CheckState;
  open: boolean;
  focused: boolean;
  highlighted: boolean;
  /** px from the top of the list. */
  top: number;
  height: number;
  item: HTMLAttributes<HTMLDivElement> & { ref: Ref<HTMLDivElement> };
  /** While the tree is scrolled a new row is rendered without buttons and live status, which take most of the time. */
  scrolling: boolean;
  renaming: boolean;
  /** The part of the row in a drag: the dragged node, a possible parent, or the reason why it cannot be one. */
  drop: 'dragged' | 'allowed' | MoveRefusal | null;
  handlers: RowHandlers;
};

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
      draggable={level > 0 && !renaming && handlers.may('edit_places', node.parent_company_id)}
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
            <NodeStatus serial={node.serial} firstStatus={node.status} />
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

/** Properties of the tree library that a row shows; its functions find the present state by the id of the row. */
const ITEM_KEYS = ['aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded', 'tabIndex'] as const;

const KEYS = [
  'node',
  'check',
  'open',
  'focused',
  'highlighted',
  'top',
  'height',
  'renaming',
  'drop',
  'handlers',
] as const;

/** The beginning of scrolling matters only to rows that are rendered later. */
function sameRow(before: TreeRowProps, after: TreeRowProps): boolean {
  return (
    KEYS.every((key) => before[key] === after[key]) &&
    ITEM_KEYS.every((key) => before.item[key] === after.item[key]) &&
    (before.scrolling === after.scrolling || !before.scrolling)
  );
}

type Props = {
  node: TreeNode;
  /** Resolves to the error text, or null on success. */
  onSave: (name: string) => Promise<string | null>;
  /** `refocus`: the focus returns to the row, because it was ended with a key. */
  onClose: (refocus: boolean) => void;
};

/** The name of a node as a field in its row. Enter and leaving it save, Escape cancels; an error keeps it open; see TREE-54. */
function NameEditor({ node, onSave, onClose }: Props) {
  const { t } = useTranslation('tree');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(node.name);
  const [failure, setFailure] = useState<string | null>(null);
  /** The field is closed or saved by a key, after which the focus leaves it. */
  const ending = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  const save = async (refocus: boolean): Promise<void> => {
    if (ending.current) return;
    if (name.trim() === node.name) return onClose(refocus);
    const problem = problemOf(node, 'name', { ...nodeValuesOf(node), name });
    const field = t('form.name');
    if (problem === 'required') return setFailure(t('form.required', { field }));
    if (problem !== null) return setFailure(t('form.too_long', { field, max: problem }));
    ending.current = true;
    const refusal = await onSave(name.trim());
    ending.current = false;
    if (refusal === null) return onClose(refocus);
    setFailure(refusal);
    input.current?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') void save(true);
    if (event.key !== 'Escape') return;
    ending.current = true;
    onClose(true);
  };
  return (
    <Popover opened={failure !== null} position="bottom-start" withRoles={false} closeOnClickOutside={false}>
      <Popover.Target>
        <input
          ref={input}
          className={classes.input}
          value={name}
          maxLength={inputMaxOf(node).name}
          aria-label={t('row.name', { name: node.name })}
          aria-invalid={failure !== null}
          aria-describedby={failure === null ? undefined : id}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={press}
          onBlur={() => void save(false)}
          onClick={(event) => event.stopPropagation()}
        />
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Text size="xs" c="var(--bf-error)" role="alert" id={id}>
          {failure}
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}

function DropReason({ drop, parent }: { drop: TreeRowProps['drop']; parent: CompanyType }) {
  const { t } = useTranslation('tree');
  if (drop === null || drop === 'dragged' || drop === 'allowed') return null;
  return <span className={classes.reason}>{t(drop === 'type' ? `drag.type_${parent}` : `drag.${drop}`)}</span>;
}
