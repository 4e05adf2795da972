import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

type Props = { title: string; text?: string; closeLabel?: string; onClose?: () => void };

/** The failed action, and the message of the server where there is one. */
export function ActionFailure({ title, text = '', closeLabel, onClose }: Props) {
  return (
    <Alert
      role="alert"
      color="error"
      variant="light"
      p="sm"
      title={title}
      icon={<IconAlertTriangle size={18} aria-hidden />}
      withCloseButton={onClose !== undefined}
      closeButtonLabel={closeLabel}
      onClose={onClose}
    >
      {text !== title && text}
    </Alert>
  );
}
