import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** An error of the page, until it is dismissed. */
export function PageError({ message, onDismiss }: { message: string | null; onDismiss: () => void }) {
  const { t } = useTranslation('common');
  if (message === null) return null;
  return (
    <Alert
      color="error"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      withCloseButton
      closeButtonLabel={t('close')}
      onClose={onDismiss}
    >
      {message}
    </Alert>
  );
}
