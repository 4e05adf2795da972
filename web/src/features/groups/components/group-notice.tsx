import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { GroupMessage } from '../use-group-messages.ts';

type Props = { message: GroupMessage | null; onClose: () => void };

/** The result of the last action. The live region is mounted before the message, so that screen readers announce it. */
export function GroupNotice({ message, onClose }: Props) {
  const { t } = useTranslation('common');
  const Mark = message?.tone === 'error' ? IconAlertTriangle : IconCircleCheck;
  return (
    <div role={message?.tone === 'error' ? 'alert' : 'status'}>
      {message && (
        <Alert
          role="presentation"
          color={message.tone}
          variant="light"
          p="sm"
          icon={<Mark size={18} aria-hidden />}
          withCloseButton
          closeButtonLabel={t('close')}
          onClose={onClose}
        >
          {message.text}
          {message.detail !== undefined && message.detail !== '' && (
            <Text size="xs" c="dimmed" mt={2}>
              {message.detail}
            </Text>
          )}
        </Alert>
      )}
    </div>
  );
}
