import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from '../../../lib/hooks/use-return-focus.ts';
import { AlertDialog } from '../../../ui/dialogs/alert-dialog.tsx';
import { useCompanyErrorText } from '../use-company-error-text.ts';
import type { TreeFailure } from '../use-company-page.ts';

type Props = { failure: TreeFailure; onRetry: (company_id: number) => void; onClose: () => void };

/** Why a tree could not be loaded, of a company that was chosen or that the page restored; see TREE-22. */
export function TreeFailureDialog({ failure: { company_id, chosen, error }, onRetry, onClose }: Props) {
  const { t } = useTranslation(['companies', 'common']);
  const errorText = useCompanyErrorText();
  useReturnFocus();
  const message = errorText(error, t('errors.no_answer'));
  return (
    <AlertDialog
      opened
      title={t(chosen ? 'errors.select' : 'errors.restore_title')}
      onClose={onClose}
      action={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => {
            onClose();
            onRetry(company_id);
          }}
        >
          {t('common:retry')}
        </Button>
      }
    >
      {chosen ? t('errors.tree', { message }) : t('errors.restore')}
    </AlertDialog>
  );
}
