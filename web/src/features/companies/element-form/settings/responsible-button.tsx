import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx';
import { ResponsibleForm } from './responsible-form.tsx';

/** Opens the dialog with the responsible people of a node; see TREE-58. */
export function ResponsibleButton({ companyId }: { companyId: number }) {
  const { t } = useTranslation('places');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="light" leftSection={<IconUsers size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('people.title')}
      </Button>
      {open && (
        <FormDialog title={t('people.title')} size="lg" onClose={() => setOpen(false)}>
          {({ onCancel, onDirty }) => (
            <ResponsibleForm
              companyId={companyId}
              onCancel={onCancel}
              onDirty={onDirty}
              onDone={() => setOpen(false)}
            />
          )}
        </FormDialog>
      )}
    </>
  );
}
