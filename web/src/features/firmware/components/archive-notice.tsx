import { Alert } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ArchiveMessage } from '../use-archive-actions.ts';

/** What became of the last action on an archive. */
export function ArchiveNotice({ message, onClose }: { message: ArchiveMessage; onClose: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Alert
      mb="md"
      py="xs"
      color={message.tone}
      role={message.tone === 'error' ? 'alert' : 'status'}
      title={message.detail === undefined ? undefined : message.text}
      withCloseButton
      closeButtonLabel={t('close')}
      onClose={onClose}
      icon={<IconPackage size={18} aria-hidden />}
    >
      {message.detail ?? message.text}
    </Alert>
  );
}
