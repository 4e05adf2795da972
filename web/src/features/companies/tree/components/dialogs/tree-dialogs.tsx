import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../../../ui/toast.ts';
import { ElementForm } from '../../../element-form/index.ts';
import { nodeOf, type CompanyTree } from '../../company-tree.ts';
import { postalAddressOf } from '../../inherited-address.ts';
import { AddMainForm } from './add-main-form.tsx';
import { ConfirmMove } from './confirm-move.tsx';
import { JsonDialog } from './json-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { NodeForm } from './node-form.tsx';

/** The form or dialog that is open above the tree. `id` is a company_id. */
export type TreeDialog =
  | { kind: 'add-main' }
  | { kind: 'drop'; id: number; parent: number }
  | { kind: 'add' | 'edit' | 'edit-all' | 'move' | 'json'; id: number };

type Props = {
  dialog: TreeDialog | null;
  tree: CompanyTree;
  onOpen: (dialog: TreeDialog) => void;
  onClose: () => void;
  onMove: (company_id: number, parent: number) => Promise<void>;
  /** A node was added, edited or moved. */
  onChanged: (company_id: number) => void;
};

/** The forms of the tree, one at a time. */
export function TreeDialogs({ dialog, tree, onOpen, onClose, onMove, onChanged }: Props) {
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
    <NodeDialog key={dialog.id} dialog={dialog} tree={tree} onOpen={onOpen} onClose={onClose} onChanged={onChanged} />
  );
}

type NodeProps = Omit<Props, 'dialog' | 'onMove'> & { dialog: Exclude<TreeDialog, { kind: 'add-main' | 'drop' }> };

/** A dialog about a node. When another user deletes the node, the dialog keeps its input and shows that. */
function NodeDialog({ dialog, tree, onOpen, onClose, onChanged }: NodeProps) {
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
    case 'json':
      return <JsonDialog node={node} onClose={onClose} />;
  }
}
