import { useAct } from '../../../ui/use-act.ts';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { toast } from '../../../ui/toast.ts';
import { ElementForm } from '../element-form/index.ts';
import { nodeOf, type CompanyTree, type TreeNode, postalAddressOf } from './company-tree.ts';
import { FloorPlanDialog } from '../../map/index.ts';
import { branchDevices } from './tree-map.tsx';
import type { RowActionHandlers } from './row-actions.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { NodeForm, TreeInlineForm } from './node-form.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { PeopleDialog } from '../../teams/index.ts';
import { COMPANY_LIMITS } from '@belfry/schemas/domain/companies';
import { SimpleGrid, TextInput, Button, Code, Group, Modal, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { readSession, readUserKey } from '../../../lib/session/session-store.ts';
import { useAddMainCompanyMutation } from '../companies-api.ts';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { copyText } from '../../../ui/copy-text.tsx';
import { useReturnFocus } from '../../../lib/focus.ts';
import { useExpiringState } from '../../../lib/timers.ts';
import classes from './tree-dialogs.module.css';

/** The form or dialog that is open above the tree. `id` is a company_id. */
export type TreeDialog =
  | { kind: 'add-main' }
  | { kind: 'drop'; id: number; parent: number }
  | { kind: 'add' | 'edit' | 'edit-all' | 'move' | 'people' | 'plan' | 'json'; id: number };

type Props = {
  dialog: TreeDialog | null;
  tree: CompanyTree;
  onOpen: (dialog: TreeDialog) => void;
  onClose: () => void;
  onMove: (company_id: number, parent: number) => Promise<void>;
  may: RowActionHandlers['may'];
  onChanged: (company_id: number) => void;
};

export function TreeDialogs({ dialog, tree, onOpen, onClose, onMove, may, onChanged }: Props) {
  const { t } = useTranslation('tree');
  if (!dialog) return null;
  if (dialog.kind === 'add-main') {
    const done = (name: string): void => {
      onClose();
      toast('success', t('form.added', { name }));
    };
    return <AddMainForm onDone={done} onClose={onClose} />;
  }
  if (dialog.kind === 'drop') {
    const [node, parent] = [nodeOf(tree, dialog.id), nodeOf(tree, dialog.parent)];
    if (!node || !parent) return null;
    const confirm = (): Promise<void> => onMove(dialog.id, dialog.parent);
    return <ConfirmMove node={node} parent={parent} onConfirm={confirm} onClose={onClose} />;
  }
  return (
    <NodeDialog
      key={dialog.id}
      dialog={dialog}
      tree={tree}
      may={may}
      onOpen={onOpen}
      onClose={onClose}
      onChanged={onChanged}
    />
  );
}

type NodeProps = Omit<Props, 'dialog' | 'onMove'> & { dialog: Exclude<TreeDialog, { kind: 'add-main' | 'drop' }> };

/** A dialog about a node. When another user deletes the node, the dialog keeps its input and shows that. */
function NodeDialog({ dialog, tree, may, onOpen, onClose, onChanged }: NodeProps) {
  const present = nodeOf(tree, dialog.id);
  const [last, setLast] = useState(present && { node: present, where: postalAddressOf(tree, dialog.id) });
  if (present && present !== last?.node) setLast({ node: present, where: postalAddressOf(tree, dialog.id) });
  if (!last) return null;
  const { node, where } = last;
  const deleted = present === undefined;
  switch (dialog.kind) {
    case 'add':
      return <ElementForm mode="add" parent={node} deleted={deleted} onDone={onChanged} onClose={onClose} />;
    case 'edit-all':
      return (
        <ElementForm
          mode="edit"
          node={node}
          place={where.address}
          deleted={deleted}
          onDone={onChanged}
          onClose={onClose}
        />
      );
    case 'edit':
      return (
        <NodeForm
          key={node.company_id}
          node={node}
          where={where}
          deleted={deleted}
          onDone={onChanged}
          onClose={onClose}
          onMore={() => onOpen({ kind: 'edit-all', id: node.company_id })}
        />
      );
    case 'move':
      return <MoveDialog node={node} tree={tree} deleted={deleted} onDone={onChanged} onClose={onClose} />;
    case 'people':
      return <PeopleDialog node={node} onClose={onClose} />;
    case 'plan':
      return (
        <FloorPlanDialog
          node={node}
          devices={branchDevices(tree, node.company_id)}
          mayEdit={!deleted && may('edit_places', node.company_id)}
          onClose={onClose}
        />
      );
    case 'json':
      return <JsonDialog node={node} onClose={onClose} />;
  }
}

type ConfirmMoveProps = { node: TreeNode; parent: TreeNode; onConfirm: () => Promise<void>; onClose: () => void };
/** Confirms a drop that changes the level of a node; see TREE-53. */
function ConfirmMove({ node, parent, onConfirm, onClose }: ConfirmMoveProps) {
  const { t } = useTranslation('tree');
  const names = { name: node.name, parent: parent.name };
  return (
    <ConfirmDialog
      opened
      title={t('drag.title', names)}
      confirmLabel={t('drag.confirm')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t('drag.text', { ...names, before: node.level, after: parent.level + 1 })}
    </ConfirmDialog>
  );
}

type AddMainFormProps = { onDone: (name: string) => void; onClose: () => void };
function AddMainForm({ onDone, onClose }: AddMainFormProps) {
  const { t } = useTranslation('tree');
  const [add] = useAddMainCompanyMutation();
  const { act, failure, fail } = useAct({ inline: true });
  const form = useForm({
    initialValues: { name: '', description: '' },
    validate: { name: (text) => (text.trim() === '' ? t('form.required', { field: t('form.name') }) : null) },
  });
  const save = async ({ name, description }: { name: string; description: string }): Promise<void> => {
    if (readUserKey() === null) return fail(t('errors.unauthorized'));
    const body = { name: name.trim(), description: description.trim() || null, user_id: readSession()?.user_id };
    const answer = await act(() => add(body), { failed: t('errors.add') });
    if (answer !== undefined) onDone(body.name);
  };
  return (
    <TreeInlineForm
      title={t('form.add_main')}
      form={form}
      onSubmit={form.onSubmit(save)}
      submitLabel={t('form.add')}
      ready={form.getValues().name.trim() !== ''}
      failure={failure}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput
          label={t('form.name')}
          maxLength={COMPANY_LIMITS.name}
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('form.description')}
          maxLength={COMPANY_LIMITS.description}
          {...form.getInputProps('description')}
        />
      </SimpleGrid>
    </TreeInlineForm>
  );
}

const COPIED_MS = 1_500;

/** A node of the tree; its children as ids, because a branch may have thousands. */
const jsonOf = (node: TreeNode): string =>
  JSON.stringify({ ...node, children: node.children.map(({ company_id }) => company_id) }, null, 2);
/** For admin and root only; see TREE-37. */
function JsonDialog({ node, onClose }: { node: TreeNode; onClose: () => void }) {
  const { t } = useTranslation(['tree', 'common']);
  const [copied, showCopied] = useExpiringState<true>();
  useReturnFocus();
  const json = jsonOf(node);
  const copy = async (): Promise<void> => {
    if (await copyText(json)) showCopied(true, COPIED_MS);
    else toast('error', t('common:copy_failed'));
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('json.title', { name: node.name })}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled area must be reachable by keyboard */}
      <Code block className={classes.json ?? ''} tabIndex={0} aria-label={t('json.title', { name: node.name })}>
        {json}
      </Code>
      <Group justify="space-between" mt="md" gap="xs">
        <div>
          <Text size="sm" c="dimmed">
            {t('json.escape')}
          </Text>
          <Text size="sm" c="dimmed">
            {t('json.access')}
          </Text>
        </div>
        <Button
          onClick={() => void copy()}
          data-autofocus
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        >
          {copied ? t('common:copied') : t('json.copy')}
        </Button>
      </Group>
    </Modal>
  );
}
