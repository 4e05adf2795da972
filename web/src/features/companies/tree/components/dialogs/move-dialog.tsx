import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMoveCompanyMutation } from '../../../../../api/companies/companies-api.ts';
import { useErrorMessage } from '../../../../../api/base/use-error-message.ts';
import { readUserKey } from '../../../../../lib/session/session-store.ts';
import { useReturnFocus } from '../../../../../lib/hooks/use-return-focus.ts';
import { Notice } from '../../../../../ui/states/notice.tsx';
import type { CompanyTree, TreeNode } from '../../company-tree.ts';
import { moveTargets } from '../../move/move-targets.ts';
import { MoveTargetList } from './move-target-list.tsx';

type Props = {
  node: TreeNode;
  tree: CompanyTree;
  /** The node was deleted meanwhile. */
  deleted: boolean;
  onDone: (company_id: number) => void;
  onClose: () => void;
};

/** Chooses the new parent of a node and moves it there; an error stays in the dialog; see TREE-46. */
export function MoveDialog({ node, tree, deleted, onDone, onClose }: Props) {
  const { t } = useTranslation(['tree', 'common']);
  const errorText = useErrorMessage();
  const [move, { isLoading: moving }] = useMoveCompanyMutation();
  const [failure, setFailure] = useState<string | null>(null);
  useReturnFocus();
  const { company_id, name } = node;
  const pick = async (target: string): Promise<void> => {
    if (moving) return;
    setFailure(null);
    if (readUserKey() === null) return setFailure(t('errors.unauthorized'));
    const { error } = await move({ company_id, parent_company_id: Number(target) });
    if (error) setFailure(errorText(error, t('errors.move')));
    else onDone(company_id);
  };
  const problem = deleted ? t('common:deleted') : failure;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('move.title', { name })}
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      {!deleted && (
        <MoveTargetList
          title={t('move.targets')}
          targets={moveTargets(tree, company_id)}
          onPick={(target) => void pick(target)}
          onClose={onClose}
          name={name}
          moving={moving}
        />
      )}
    </Modal>
  );
}
