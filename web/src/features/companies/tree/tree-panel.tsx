import type { MainCompany, CompanyNode } from '@belfry/schemas/http/companies/companies';
import { Stack, Alert, Button, Group } from '@mantine/core';
import { useState, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { Stale } from '../../../ui/states/stale.tsx';
import { useGetCompanyTreeQuery, useDeleteCompanyMutation } from '../companies-api.ts';
import { SelectedAudioList } from './components/selected-audio-list.tsx';
import { TreeBody } from './components/tree-body.tsx';
import { TreeDialogs, type TreeDialog } from './components/dialogs/tree-dialogs.tsx';
import { TreeToolbar } from './components/tree-toolbar.tsx';
import { idsOf, nodeOf, parentsIn, buildTree, type TreeNode } from './company-tree.ts';
import { useChangeNode } from './edit/use-change-node.ts';
import { useRevealNode } from './reveal/use-reveal-node.ts';
import { useTreeSelection } from './selection/use-tree-selection.ts';
import { useAddress } from '../../../lib/address.ts';
import { changeTreeAddress, readTreeAddress, type TreeAddress, type TreeViewName } from './tree-view-address.ts';
import { filterNodes } from './tree-filter.ts';
import { readOpenNodes, withNodes, writeOpenNodes, type OpenNodes } from './rows/open-nodes.ts';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { useSelector } from 'react-redux';
import { selectRole } from '../../../lib/session/session-slice.ts';
import type { RowActionHandlers } from './components/row/row-actions.tsx';
import { IconAlertTriangle } from '@tabler/icons-react';
import { readUserKey } from '../../../lib/session/session-store.ts';
import { toast } from '../../../ui/toast.ts';
import { useUnbindDeviceMutation } from '../../device-ownership/binding/device-binding-api.ts';

const NOTHING: CompanyNode[] = [];
/** Builds the tree of a flat list of nodes: the whole tree, and the part that the filter text keeps. */
function useFilteredTree(flat: readonly CompanyNode[] = NOTHING, find: string) {
  const whole = useMemo(() => buildTree(flat), [flat]);
  const shown = useMemo(() => (find === '' ? whole : buildTree(filterNodes(whole, find))), [whole, find]);
  return { whole, shown };
}

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
  const { whole, shown } = useFilteredTree(data, address.find);
  const { open, set: setOpen } = useOpenNodes(company.company_id);
  const { states, selected, toggle, unselect } = useTreeSelection(whole, shown);
  const [dialog, setDialog] = useState<TreeDialog | null>(null);
  const { asked, reload } = useReload(refetch);
  const reveal = useRevealNode({ tree: whole, fetching: isFetching, onOpen: setOpen });
  const remove = useDeleteNode(reload);
  const changeNode = useChangeNode((id) => reveal.changed(id));
  const move = (id: number, parent: number): Promise<void> => {
    const { name = '' } = nodeOf(whole, parent) ?? {};
    return changeNode.move({ id, parent, name, from: nodeOf(whole, id)?.parent_company_id ?? null });
  };
  const drop = (id: number, parent: number): void => {
    const isSameLevel = nodeOf(whole, id)?.level === (nodeOf(whole, parent)?.level ?? 0) + 1;
    if (isSameLevel) void move(id, parent);
    else setDialog({ kind: 'drop', id, parent });
  };
  const handlers = useRowActionHandlers({ onOpen: setDialog, onDelete: remove });
  if (!data) {
    if (!error) return <LineSkeletons count={6} height={28} />;
    return <TreeFailure asked={false} view={address.view} onRetry={reload} retrying={isFetching} />;
  }
  const check = (ids: readonly number[]): void => {
    toggle(ids);
    setOpen(parentsIn(shown, ids), true);
  };
  return (
    <Stack gap="md">
      <TreeToolbar
        address={address}
        onChange={change}
        selected={selected.length}
        refreshing={asked && isFetching}
        onRefresh={reload}
        onOpenAll={(value) => setOpen(parentsIn(shown, idsOf(shown.roots)), value)}
        onAddMain={() => setDialog({ kind: 'add-main' })}
      />
      {error !== undefined && (
        <TreeFailure asked={asked || reveal.awaiting} view={address.view} onRetry={reload} retrying={isFetching} />
      )}
      <TreeDialogs
        dialog={dialog}
        tree={whole}
        onOpen={setDialog}
        onClose={() => setDialog(null)}
        onMove={move}
        onChanged={(id) => {
          setDialog(null);
          reveal.changed(id);
        }}
      />
      <Stale active={error !== undefined} since={fulfilledTimeStamp ?? 0}>
        <TreeBody
          label={t('label', { name: company.name })}
          address={address}
          shown={shown}
          whole={whole}
          open={open}
          onOpen={setOpen}
          states={states}
          onCheck={check}
          handlers={handlers}
          onDrop={drop}
          onRename={changeNode.rename}
          fading={reveal.fading}
          reveal={reveal.reveal}
          target={reveal.target}
          onClearFilter={() => change({ find: '' })}
        />
      </Stale>
      <SelectedAudioList devices={selected} onUnselect={unselect} />
    </Stack>
  );
}

/** Refetches the tree on request; `asked` from then until a refetch succeeds. */
function useReload(refetch: () => Promise<{ isSuccess: boolean }>) {
  const [asked, setAsked] = useState(false);
  const reload = (): void => {
    setAsked(true);
    void refetch().then(({ isSuccess }) => isSuccess && setAsked(false));
  };
  return { asked, reload };
}

/** View and filter of the tree in the address, and how to change them. */
function useTreeAddress(): [address: TreeAddress, change: (next: Partial<TreeAddress>) => void] {
  const [params, setParams] = useAddress();
  return [
    readTreeAddress(params),
    (next) => setParams((now) => changeTreeAddress(now, next), { replace: true, preventScrollReset: true }),
  ];
}

/** Which nodes of a root are open, stored for this tab. */
function useOpenNodes(root: number) {
  const [kept, setKept] = useState(() => ({ root, open: readOpenNodes(root) }));
  if (kept.root !== root) setKept({ root, open: readOpenNodes(root) });
  const set = (ids: readonly number[], value: boolean): void => {
    const open: OpenNodes = withNodes(kept.open, ids, value);
    if (open === kept.open) return;
    setKept({ root, open });
    writeOpenNodes(root, open);
  };
  return { open: kept.open, set };
}

type Options = { onOpen: (dialog: TreeDialog) => void; onDelete: (node: TreeNode) => Promise<unknown> };
/** What the buttons of a row do: most open a dialog; JSON is for administrators. Stable, because each row is memoised. */
function useRowActionHandlers({ onOpen, onDelete }: Options): RowActionHandlers {
  const admin = isAdministrator(useSelector(selectRole) ?? 'user');
  return useMemo(
    () => ({
      onAdd: (node) => onOpen({ kind: 'add', id: node.company_id }),
      onEdit: (node) => onOpen({ kind: 'edit', id: node.company_id }),
      onMove: (node) => onOpen({ kind: 'move', id: node.company_id }),
      onDelete: (node) => void onDelete(node),
      onJson: admin ? (node) => onOpen({ kind: 'json', id: node.company_id }) : undefined,
    }),
    [admin, onOpen, onDelete],
  );
}

type TreeFailureProps = {
  /** Whether the tree was refetched by the user or automatically. */
  asked: boolean;
  view: TreeViewName;
  onRetry: () => void;
  retrying: boolean;
};
/** The red banner above a tree that could not be loaded; the last tree stays; see TREE-38. */
function TreeFailure({ asked, view, onRetry, retrying }: TreeFailureProps) {
  const { t } = useTranslation(['tree', 'common']);
  const refreshed = view === 'devices' ? 'errors.refresh_list' : 'errors.refresh_tree';
  return (
    <Alert color="error" variant="light" py="xs" icon={<IconAlertTriangle size={18} aria-hidden />}>
      <Group justify="space-between" gap="xs">
        {t(asked ? refreshed : 'errors.load')}
        <Button size="compact-sm" variant="light" color="error" onClick={onRetry} loading={retrying}>
          {t('common:retry')}
        </Button>
      </Group>
    </Alert>
  );
}

/**
 * Deletes a node; a device is unbound first, and where that fails the server unbinds it anyway; see TREE-35.
 * A delete that fails shows no message: `onFailed` loads the tree again, which then shows the present state.
 */
function useDeleteNode(onFailed: () => void): (node: TreeNode) => Promise<void> {
  const { t } = useTranslation('tree');
  const [unbind] = useUnbindDeviceMutation();
  const [remove] = useDeleteCompanyMutation();
  return async ({ company_id, user_id, serial }) => {
    if (readUserKey() === null) {
      toast('error', t('errors.unauthorized'));
      return;
    }
    if (serial !== null) {
      const { error } = await unbind({ serial });
      // oxlint-disable-next-line no-console -- an unbind that fails is only logged (TREE-35)
      if (error) console.warn('The device was not unbound before its node was deleted', serial, error);
    }
    const { error } = await remove({ company_id, user_id });
    if (error) onFailed();
  };
}
