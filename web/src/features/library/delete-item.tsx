import type { LibraryItem } from '@belfry/schemas/http/library/items';
import { Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useAct } from '../../ui/use-act.ts';
import { type Kind, useDeleteResourceMutation } from './library-api.ts';
import { Uses } from './uses.tsx';

type Props = { entry: LibraryItem; onClose: () => void; onDeleted: () => void };

/** Asks, or says what plays it, which has to be changed first. */
export function DeleteItem({ entry: { kind, item, uses }, onClose, onDeleted }: Props) {
  const { t } = useTranslation(['library', 'common']);
  const { id, name } = item;
  if (uses === 0) return <DeleteResource kind={kind} id={id} name={name} onClose={onClose} onDeleted={onDeleted} />;
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      title={t('in_use.title', { name })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="sm">
        <Text size="sm">{t('in_use.text')}</Text>
        <Uses kind={kind} id={id} />
      </Stack>
    </Modal>
  );
}

type ResourceProps = Pick<Props, 'onClose' | 'onDeleted'> & { kind: Kind; id: number; name: string };

export function DeleteResource({ kind, id, name, onClose, onDeleted }: ResourceProps) {
  const { t } = useTranslation('library');
  const { act } = useAct();
  const [remove] = useDeleteResourceMutation();
  const confirm = async (): Promise<void> => {
    const outcome = { done: t('deleted', { name }), failed: t('delete_failed') };
    if ((await act(() => remove({ kind, id }), outcome)) !== undefined) onDeleted();
  };
  return (
    <ConfirmDialog
      opened
      title={t('delete_title', { name })}
      confirmLabel={t('delete_confirm')}
      tone="error"
      onConfirm={confirm}
      onClose={onClose}
    >
      {t('delete_text')}
    </ConfirmDialog>
  );
}
