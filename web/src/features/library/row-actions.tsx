import { ActionIcon, Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useDeleteResourceMutation, type Kind } from './library-api.ts';

type Props = { kind: Kind; id: number; name: string; onEdit: () => void };

/** Edit and delete of a row; a refusal names what uses it. */
export function RowActions({ kind, id, name, onEdit }: Props) {
  const { t } = useTranslation(['library', 'common']);
  const errorText = useErrorMessage();
  const [remove] = useDeleteResourceMutation();
  const [asking, setAsking] = useState(false);
  const confirm = async (): Promise<void> => {
    const { error } = await remove({ kind, id });
    if (error) toast('error', errorText(error, t('delete_failed')));
    else toast('success', t('deleted', { name }));
  };
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon variant="subtle" size={36} aria-label={t('edit', { name })} onClick={onEdit}>
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="error"
        size={36}
        aria-label={t('delete', { name })}
        onClick={() => setAsking(true)}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
      <ConfirmDialog
        opened={asking}
        title={t('delete_title', { name })}
        confirmLabel={t('delete_confirm')}
        tone="error"
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {t('delete_text')}
      </ConfirmDialog>
    </Group>
  );
}
