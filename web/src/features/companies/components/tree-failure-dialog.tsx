import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { useCompanyWords } from '../company-words.ts';
import type { TreeFailure } from '../use-company-page.ts';

type Props = { failure: TreeFailure | null; onRetry: (company_id: number) => void; onClose: () => void };

/** Why there is no tree (specification 002 §4): it was asked for, or the page tried to restore it. */
export function TreeFailureDialog({ failure, onRetry, onClose }: Props) {
  const { t } = useTranslation(['companies', 'common']);
  const words = useCompanyWords();
  if (!failure) return null;
  const { company_id, chosen, error } = failure;
  const message = words(error, t('errors.no_answer'));
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
