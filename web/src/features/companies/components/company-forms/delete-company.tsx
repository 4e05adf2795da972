import type { MainCompany } from '@belfry/schemas/http/companies/companies';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useDeleteMainCompanyMutation } from '../../companies-api.ts';
import { useCompanyErrorText } from '../../use-company-error-text.ts';

type Props = {
  company: MainCompany;
  userId: number;
  onFailed: (text: string) => void;
  onClose: () => void;
};

/** Confirms the deletion of a company. The refetched list then clears the selection. */
export function DeleteCompany({ company: { company_id, name }, userId, onFailed, onClose }: Props) {
  const { t } = useTranslation('companies');
  const errorText = useCompanyErrorText();
  const [remove] = useDeleteMainCompanyMutation();
  const shown = name || t('list.unknown');
  return (
    <ConfirmDialog
      opened
      title={t('delete.title', { name: shown })}
      confirmLabel={t('delete.confirm')}
      tone="error"
      onConfirm={async () => {
        const { error } = await remove({ company_id, user_id: userId });
        if (error) onFailed(errorText(error, ''));
        else toast('success', t('done.deleted', { name: shown }));
      }}
      onClose={onClose}
    >
      {t('delete.text')}
    </ConfirmDialog>
  );
}
