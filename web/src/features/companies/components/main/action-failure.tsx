import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

type Props = { title: string; text?: string; closeLabel?: string; onClose?: () => void };

/** What failed, and what the server said of it where it said more. */
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
