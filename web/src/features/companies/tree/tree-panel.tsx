import type { MainCompany, CompanyNode } from '@belfry/schemas/http/companies/companies';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle, IconFilterOff, IconSitemap } from '@tabler/icons-react';
import { useMemo, useState, useCallback } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useGetCompanyTreeQuery } from '../companies-api.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { Stale } from '../../../ui/states/stale.tsx';
import {
  buildTree,
  filterNodes,
  idsOf,
  nodeOf,
  parentsIn,
  type CompanyTree,
  pathTo,
  type TreeNode,
} from './company-tree.ts';
import { DeviceList } from './device-list.tsx';
import { SelectedAudioList } from './selected-audio-list.tsx';
import { useOpenNodes, useTreeAddress, type TreeAddress, type TreeViewName } from './tree-address.ts';
import { useChangeNode, useDeleteNode } from './tree-changes.tsx';
import { TreeContext, useTreeState } from './tree-context.ts';
import { TreeDialogs, type TreeDialog } from './tree-dialogs.tsx';
import classes from './tree-panel.module.css';
import { useTreeSelection } from './tree-selection.ts';
import { TreeMap } from './tree-map.tsx';
import { TreeToolbar } from './tree-toolbar.tsx';
import { TreeView } from './tree-view.tsx';
import { useRevealNode } from './use-reveal-node.ts';
import { type Action, allows } from '@belfry/schemas/domain/actions';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { useSelector } from 'react-redux';
import { selectRole } from '../../../lib/session/session-slice.ts';
import { useRightsAlong, useRightsIn } from '../../teams/teams-api.ts';
import type { RowActionHandlers } from './row-actions.tsx';

type Props = { company: MainCompany };

/**
 * The content of the panel with the tree of one main company and its selection, which another company resets; see TREE-28.
 * The page renders the frame around it, and has loaded the tree (`useGetCompanyTreeQuery`) before it mounts the panel.
 */
export const TreePanel = ({ company }: Props) => <Tree key={company.company_id} company={company} />;

function Tree({ company }: Props) {
  const { t } = useTranslation('tree');
  const [address, change] = useTreeAddress();
  const { data, error, isFetching, refetch, fulfilledTimeStamp } = useGetCompanyTreeQuery(company.company_id);
  const { tree, filtered } = useFilteredTree(data, address.find);
  const { open, set: onOpen } = useOpenNodes(company.company_id);
  const { states: checks, selected, toggle, unselect } = useTreeSelection(tree, filtered);
  const [dialog, setDialog] = useState<TreeDialog | null>(null);
  const { requested, reload } = useReload(refetch);
  const reveal = useRevealNode({ tree, fetching: isFetching, onOpen });
  const remove = useDeleteNode(reload);
  const changeNode = useChangeNode((id) => reveal.changed(id));
  const move = (id: number, parent: number): Promise<void> => {
    const { name = '' } = nodeOf(tree, parent) ?? {};
    return changeNode.move({ id, parent, name, from: nodeOf(tree, id)?.parent_company_id ?? null });
  };
  const onDrop = (id: number, parent: number): void => {
    const isSameLevel = nodeOf(tree, id)?.level === (nodeOf(tree, parent)?.level ?? 0) + 1;
    if (isSameLevel) void move(id, parent);
    else setDialog({ kind: 'drop', id, parent });
  };
  const rowActions = useRowActions({ ownerId: company.user_id, tree, onOpen: setDialog, onDelete: remove });
  const onCheck = (ids: readonly number[]): void => {
    toggle(ids);
    onOpen(parentsIn(filtered, ids), true);
  };
  if (!data) {
    if (!error) return <LineSkeletons count={6} height={28} />;
    return <TreeFailure requested={false} view={address.view} onRetry={reload} retrying={isFetching} />;
  }
  const { visibleRow, highlightedRow } = reveal;
  const { rename: onRename } = changeNode;
  const state = {
    tree,
    filtered,
    open,
    onOpen,
    checks,
    onCheck,
    visibleRow,
    highlightedRow,
    onRename,
    onDrop,
    rowActions,
  };
  return (
    <Stack gap="md">
      <TreeToolbar
        address={address}
        onChange={change}
        selected={selected.length}
        refreshing={requested && isFetching}
        onRefresh={reload}
        onOpenAll={(value) => onOpen(parentsIn(filtered, idsOf(filtered.roots)), value)}
        onAddMain={() => setDialog({ kind: 'add-main' })}
      />
      {error !== undefined && (
        <TreeFailure
          requested={requested || reveal.awaiting}
          view={address.view}
          onRetry={reload}
          retrying={isFetching}
        />
      )}
      <TreeDialogs
        dialog={dialog}
        tree={tree}
        onOpen={setDialog}
        onClose={() => setDialog(null)}
        onMove={move}
        may={rowActions.may}
        onChanged={(id) => {
          setDialog(null);
          reveal.changed(id);
        }}
      />
      <Stale active={error !== undefined} since={fulfilledTimeStamp ?? 0}>
        <TreeContext value={state}>
          <div className={classes.body} data-updating={reveal.updating || undefined} aria-busy={reveal.updating}>
            <TreeBody
              address={address}
              label={t('label', { name: company.name })}
              onClearFilter={() => change({ find: '' })}
              onShow={(id) => {
                change({ view: 'tree', find: '' });
                reveal.changed(id);
              }}
            />
          </div>
        </TreeContext>
      </Stale>
      <SelectedAudioList devices={selected} onUnselect={unselect} />
    </Stack>
  );
}

type TreeBodyProps = {
  address: TreeAddress;
  label: string;
  onClearFilter: () => void;
  onShow: (id: number) => void;
};

function TreeBody({ address: { view, find }, label, onClearFilter, onShow }: TreeBodyProps) {
  const { t } = useTranslation('tree');
  const { tree, filtered, rowActions } = useTreeState();
  const root = tree.roots[0];
  if (view === 'map') return <TreeMap onShow={onShow} />;
  if (filtered.nodes.length === 0 && find !== '') {
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
  if (view === 'devices') return <DeviceList />;
  return (
    <>
      <TreeView label={label} />
      {tree.nodes.length === 1 && root && (
        <EmptyState
          icon={<IconSitemap size={24} />}
          title={t('empty.title')}
          action={
            rowActions.onAdd && (
              <Button mt="xs" onClick={() => rowActions.onAdd?.(root)}>
                {t('empty.add')}
              </Button>
            )
          }
        >
          {t('empty.text')}
        </EmptyState>
      )}
    </>
  );
}

const NO_NODES: CompanyNode[] = [];
function useFilteredTree(flat: readonly CompanyNode[] = NO_NODES, find: string) {
  const tree = useMemo(() => buildTree(flat), [flat]);
  const filtered = useMemo(() => (find === '' ? tree : buildTree(filterNodes(tree, find))), [tree, find]);
  return { tree, filtered };
}

/** Refetches the tree on request; `requested` from then until a refetch succeeds. */
function useReload(refetch: () => Promise<{ isSuccess: boolean }>) {
  const [requested, setRequested] = useState(false);
  const reload = (): void => {
    setRequested(true);
    void refetch().then(({ isSuccess }) => isSuccess && setRequested(false));
  };
  return { requested, reload };
}

type TreeFailureProps = {
  /** True where the user asked for the refetch, false where it was automatic. */
  requested: boolean;
  view: TreeViewName;
  onRetry: () => void;
  retrying: boolean;
};
/** The red banner above a tree that could not be loaded; the last tree stays; see TREE-38. */
function TreeFailure({ requested, view, onRetry, retrying }: TreeFailureProps) {
  const { t } = useTranslation(['tree', 'common']);
  const refreshed = view === 'devices' ? 'errors.refresh_list' : 'errors.refresh_tree';
  return (
    <Alert color="error" variant="light" py="xs" icon={<IconAlertTriangle size={18} aria-hidden />}>
      <Group justify="space-between" gap="xs">
        {t(requested ? refreshed : 'errors.load')}
        <Button size="compact-sm" variant="light" color="error" onClick={onRetry} loading={retrying}>
          {t('common:retry')}
        </Button>
      </Group>
    </Alert>
  );
}

type Options = {
  ownerId: number;
  tree: CompanyTree;
  onOpen: (dialog: TreeDialog) => void;
  onDelete: (node: TreeNode) => Promise<unknown>;
};
/** What the buttons of a row do: most open a dialog; JSON is for administrators. Stable, because each row is memoised. */
function useRowActions({ ownerId, tree, onOpen, onDelete }: Options): RowActionHandlers {
  const admin = isAdministrator(useSelector(selectRole) ?? 'user');
  const rights = useRightsIn(ownerId);
  const rightsAlong = useRightsAlong(ownerId);
  const may = useCallback(
    (action: Action, id: number | null) =>
      allows(rightsAlong(id === null ? [] : [...idsOf(pathTo(tree, id)), id]), action),
    [rightsAlong, tree],
  );
  const [edits, manages] = [allows(rights, 'edit_places'), allows(rights, 'manage_members')];
  return useMemo(
    () => ({
      ...(edits && {
        onAdd: (node) => onOpen({ kind: 'add', id: node.company_id }),
        onEdit: (node) => onOpen({ kind: 'edit', id: node.company_id }),
        onMove: (node) => onOpen({ kind: 'move', id: node.company_id }),
      }),
      may,
      onDelete: (node) => void onDelete(node),
      onPeople: manages ? (node) => onOpen({ kind: 'people', id: node.company_id }) : undefined,
      onPlan: (node) => onOpen({ kind: 'plan', id: node.company_id }),
      onJson: admin ? (node) => onOpen({ kind: 'json', id: node.company_id }) : undefined,
    }),
    [admin, edits, manages, may, onOpen, onDelete],
  );
}
