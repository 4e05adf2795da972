import { useTranslation } from 'react-i18next';
import { useEditCompanyMutation, useMoveCompanyMutation } from '../../../api/companies/companies-api.ts';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { readUserKey } from '../../../lib/session/session-store.ts';
import { toast } from '../../../ui/toast.ts';
import type { TreeNode } from '../company-tree.ts';

/** Changes that are made in the tree itself. `onChanged` gets the id of the node when it is done. */
export function useChangeNode(onChanged: (id: number) => void) {
  const { t } = useTranslation('tree');
  const errorText = useErrorMessage();
  const [edit] = useEditCompanyMutation();
  const [move] = useMoveCompanyMutation();
  return {
    /** Resolves to the error text, or null on success. */
    rename: async ({ company_id, user_id }: TreeNode, name: string): Promise<string | null> => {
      if (readUserKey() === null) return t('errors.unauthorized');
      const { error } = await edit({ company_id, user_id, name });
      if (error) return errorText(error, t('errors.update'));
      onChanged(company_id);
      return null;
    },
    /** Shows an error as a toast. */
    move: async (company_id: number, parent_company_id: number): Promise<void> => {
      const send = async (): Promise<string | null> => {
        if (readUserKey() === null) return t('errors.unauthorized');
        const { error } = await move({ company_id, parent_company_id });
        return error ? errorText(error, t('errors.move')) : null;
      };
      const refusal = await send();
      if (refusal === null) onChanged(company_id);
      else toast('error', refusal);
    },
  };
}
