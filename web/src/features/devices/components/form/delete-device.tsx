import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { InlineConfirm } from '../../../../ui/dialogs/inline-confirm.tsx';

type Props = { serial: string; busy: boolean; onDelete: () => void };

/** The delete button with its inline confirmation. */
export function DeleteDevice({ serial, busy, onDelete }: Props) {
  const { t } = useTranslation('devices');
  return (
    <InlineConfirm question={t('card.deleteSure')} yes={t('card.yes')} no={t('card.no')} onConfirm={onDelete}>
      {(opener) => (
        <Button
          {...opener}
          size="compact-xs"
          variant="subtle"
          color="error"
          leftSection={<IconTrash size={14} aria-hidden />}
          loading={busy}
          aria-label={t('card.deleteThis', { serial })}
        >
          {t('card.delete')}
        </Button>
      )}
    </InlineConfirm>
  );
}
