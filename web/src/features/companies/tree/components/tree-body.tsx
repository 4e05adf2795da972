import { Button } from '@mantine/core';
import { IconFilterOff, IconSitemap } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import type { CompanyTree, TreeNode } from '../company-tree.ts';
import type { OpenNodes } from '../rows/open-nodes.ts';
import type { CheckState } from '../selection/tree-selection.ts';
import type { TreeAddress } from '../tree-view-address.ts';
import { DeviceList } from './device-list.tsx';
import type { RowHandlers } from '../rows/use-row-handlers.ts';
import type { RowActionHandlers } from './row/row-actions.tsx';
import { TreeView } from './tree-view.tsx';
import classes from './tree-body.module.css';

type Props = {
  label: string;
  address: TreeAddress;
  /** The nodes that match the filter. */
  shown: CompanyTree;
  whole: CompanyTree;
  open: OpenNodes;
  onOpen: (ids: readonly number[], open: boolean) => void;
  states: ReadonlyMap<number, CheckState>;
  onCheck: (ids: readonly number[]) => void;
  handlers: RowActionHandlers;
  onDrop: (id: number, parent: number) => void;
  onRename: RowHandlers['onRename'];
  fading: boolean;
  reveal: number | null;
  target: number | null;
  onClearFilter: () => void;
};

/** The tree or its devices, or the empty state. */
export function TreeBody(props: Props) {
  const {
    label,
    address,
    shown,
    whole,
    open,
    onOpen,
    states,
    onCheck,
    handlers,
    fading,
    reveal,
    target,
    onClearFilter,
  } = props;
  const { t } = useTranslation('tree');
  if (shown.nodes.length === 0 && address.find !== '') {
    return (
      <EmptyState
        icon={<IconFilterOff size={24} />}
        title={t('none_fit')}
        action={
          <Button variant="light" mt="xs" onClick={onClearFilter}>
            {t('clear_filter')}
          </Button>
        }
      />
    );
  }
  const root = whole.roots[0];
  return (
    <div className={classes.body} data-fading={fading || undefined} aria-busy={fading}>
      {address.view === 'devices' ? (
        <DeviceList tree={shown} states={states} onCheck={onCheck} />
      ) : (
        <>
          <TreeView
            label={label}
            tree={shown}
            open={open}
            onOpen={onOpen}
            states={states}
            onCheck={(id) => onCheck([id])}
            handlers={handlers}
            whole={whole}
            onDrop={props.onDrop}
            onRename={props.onRename}
            reveal={reveal}
            target={target}
          />
          {whole.nodes.length === 1 && root && <StillEmpty root={root} onAdd={handlers.onAdd} />}
        </>
      )}
    </div>
  );
}

function StillEmpty({ root, onAdd }: { root: TreeNode; onAdd: (parent: TreeNode) => void }) {
  const { t } = useTranslation('tree');
  return (
    <EmptyState
      icon={<IconSitemap size={24} />}
      title={t('empty.title')}
      action={
        <Button mt="xs" onClick={() => onAdd(root)}>
          {t('empty.add')}
        </Button>
      }
    >
      {t('empty.text')}
    </EmptyState>
  );
}
