import { useTranslation } from 'react-i18next';
import { readUserKey } from '../../../../lib/session/session-store.ts';
import { toast } from '../../../../ui/toast.ts';
import { useUnbindDeviceMutation } from '../../../../api/devices/device-binding-api.ts';
import { useDeleteCompanyMutation } from '../../../../api/companies/companies-api.ts';
import type { TreeNode } from '../company-tree.ts';

/**
 * Deletes a node; a device is unbound first, and where that fails the server unbinds it anyway; see TREE-35.
 * A delete that fails shows no message: `onFailed` loads the tree again, which then shows the present state.
 */
export function useDeleteNode(onFailed: () => void): (node: TreeNode) => Promise<void> {
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
