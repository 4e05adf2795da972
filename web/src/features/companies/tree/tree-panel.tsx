import type { MainCompany } from '@belfry/schemas/http/companies/companies';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { Stale } from '../../../ui/states/stale.tsx';
import { useGetCompanyTreeQuery } from '../../../api/companies/companies-api.ts';
import { SelectedAudioList } from './components/selected-audio-list.tsx';
import { TreeBody } from './components/tree-body.tsx';
import { TreeDialogs, type TreeDialog } from './components/dialogs/tree-dialogs.tsx';
import { TreeFailure } from './components/dialogs/tree-failure.tsx';
import { TreeToolbar } from './components/tree-toolbar.tsx';
import { idsOf, nodeOf, parentsIn } from './company-tree.ts';
import { useChangeNode } from './edit/use-change-node.ts';
import { useDeleteNode } from './edit/use-delete-node.ts';
import { useReload } from './use-reload.ts';
import { useRowActionHandlers } from './use-row-action-handlers.ts';
import { useTreeAddress } from './use-tree-address.ts';
import { useOpenNodes } from './rows/use-open-nodes.ts';
import { useRevealNode } from './reveal/use-reveal-node.ts';
import { useFilteredTree } from './use-filtered-tree.ts';
import { useTreeSelection } from './selection/use-tree-selection.ts';

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
