import { useTranslation } from 'react-i18next';
import { toast } from '../../../../ui/toast.ts';
import { ElementForm } from '../../element-form/element-form.tsx';
import { nodeOf, type CompanyTree } from '../company-tree.ts';
import { addressOf } from '../tree-address.ts';
import { AddMainForm } from './add-main-form.tsx';
import { JsonDialog } from './json-dialog.tsx';
import { NodeForm } from './node-form.tsx';

/** What is open above the tree: a form, or the JSON of a node. `id` is a company_id. */
export type TreeDialog = { kind: 'add-main' } | { kind: 'add' | 'edit' | 'edit-all' | 'json'; id: number };

type Props = {
  dialog: TreeDialog | null;
  tree: CompanyTree;
  onOpen: (dialog: TreeDialog) => void;
  onClose: () => void;
  /** A node was added or edited. */
  onChanged: (company_id: number) => void;
};

/** The forms of the tree, one at a time. */
export function TreeDialogs({ dialog, tree, onOpen, onClose, onChanged }: Props) {
  const { t } = useTranslation('tree');
  if (!dialog) return null;
  if (dialog.kind === 'add-main') {
    const done = (name: string): void => {
      onClose();
      toast('success', t('form.added', { name }));
    };
    return <AddMainForm onDone={done} onClose={onClose} />;
  }
  const node = nodeOf(tree, dialog.id);
  // Somebody else has deleted it meanwhile.
  if (!node) return null;
  switch (dialog.kind) {
    case 'add':
      return <ElementForm mode="add" parent={node} onDone={onChanged} onClose={onClose} />;
    case 'edit-all':
      return (
        <ElementForm
          mode="edit"
          node={node}
          place={addressOf(tree, node.company_id).address}
          onDone={onChanged}
          onClose={onClose}
        />
      );
    case 'edit':
      return (
        <NodeForm
          key={node.company_id}
          node={node}
          where={addressOf(tree, node.company_id)}
          onDone={onChanged}
          onClose={onClose}
          onMore={() => onOpen({ kind: 'edit-all', id: node.company_id })}
        />
      );
    case 'json':
      return <JsonDialog node={node} onClose={onClose} />;
  }
}
