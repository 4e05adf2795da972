import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { copyText } from '../copy-text.tsx';
import { useExpiringState } from '../../lib/timers.ts';
import { toast } from '../toast.ts';

const COPIED_MS = 1_500;

type Props = {
  /** The key; null while the dialog is closed. */
  secret: string | null;
  title: string;
  label: string;
  copyLabel: string;
  owner?: ReactNode;
  children: ReactNode;
  onClose: () => void;
};

/** A key that is shown once. Only the Done button closes the dialog, and asks first while the key was not copied. */
export function KeyDialog({ secret, title, label, copyLabel, owner, children, onClose }: Props) {
  const { t } = useTranslation('common');
  const [copied, show] = useExpiringState<true>();
  const [taken, setTaken] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const copy = async (): Promise<void> => {
    if (secret !== null && (await copyText(secret))) {
      setTaken(secret);
      setAsking(false);
      show(true, COPIED_MS);
    } else toast('error', t('copy_failed'));
  };
  const close = (): void => {
    if (taken !== secret && !asking) return setAsking(true);
    setAsking(false);
    onClose();
  };
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={title}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        {owner}
        <Alert color="warning" icon={<IconKey size={18} aria-hidden />}>
          {children}
        </Alert>
        <Code
          block
          aria-label={label}
          onCopy={() => setTaken(secret)}
          style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
        >
          {secret}
        </Code>
        {asking && (
          <Text size="sm" c="var(--bf-error)" role="alert">
            {t('key_not_copied')}
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button
            data-autofocus
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => void copy()}
          >
            {copied ? t('copied') : copyLabel}
          </Button>
          <Button variant="default" color={asking ? 'error' : undefined} onClick={close}>
            {t(asking ? 'close_uncopied' : 'done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
