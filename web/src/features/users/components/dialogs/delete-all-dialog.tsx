import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx';

type Props = { opened: boolean; count: number; onConfirm: () => Promise<void>; onClose: () => void };

/** Asks for the number of users that are deleted, so that nobody confirms it by habit; see USER-23. */
export function DeleteAllDialog({ opened, count, onConfirm, onClose }: Props) {
  const { t } = useTranslation('users-admin');
  const [typed, setTyped] = useState('');
  const close = (): void => {
    setTyped('');
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t('all.ask')}
      tone="error"
      confirmLabel={t('all.confirm')}
      confirmDisabled={typed.trim() !== String(count)}
      onConfirm={onConfirm}
      onClose={close}
    >
      <Text size="sm">{t('all.count', { count })}</Text>
      <Text size="sm" mt={4}>
        {t('all.text')}
      </Text>
      <TextInput
        mt="md"
        inputMode="numeric"
        autoComplete="off"
        label={t('all.type', { count })}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
