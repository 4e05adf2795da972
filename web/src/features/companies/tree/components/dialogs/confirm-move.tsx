import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../../ui/dialogs/confirm-dialog.tsx';
import type { TreeNode } from '../../company-tree.ts';

type Props = { node: TreeNode; parent: TreeNode; onConfirm: () => Promise<void>; onClose: () => void };

/** Confirms a drop that changes the level of a node; see TREE-53. */
export function ConfirmMove({ node, parent, onConfirm, onClose }: Props) {
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
