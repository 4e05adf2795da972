import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ConfirmedButton } from '../../../ui/dialogs/inline-confirm.tsx';

type Props = { serial: string; busy: boolean; onDelete: () => void };

/** The delete button with its inline confirmation. */
export function DeleteDevice({ serial, busy, onDelete }: Props) {
  const { t } = useTranslation('devices');
  return (
    <ConfirmedButton
      question={t('card.deleteSure')}
      yes={t('card.yes')}
      no={t('card.no')}
      icon={<IconTrash size={14} aria-hidden />}
      label={t('card.deleteThis', { serial })}
      busy={busy}
      onConfirm={onDelete}
    >
      {t('card.delete')}
    </ConfirmedButton>
  );
}
