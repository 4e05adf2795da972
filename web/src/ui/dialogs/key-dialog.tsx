import { Alert, Button, Code, Group, Modal, Stack } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/copy.ts';
import { useTimed } from '../../lib/use-timed.ts';
import { toast } from '../toast.ts';

const COPIED_MS = 1_500;

type Props = {
  /** null: closed */
  secret: string | null;
  title: string;
  /** What the key is called. */
  label: string;
  copyLabel: string;
  /** Whose key it is, above the warning. */
  owner?: ReactNode;
  /** The warning that this is the only look. */
  children: ReactNode;
  onClose: () => void;
};

/** A key that is shown once. Only the Done button closes it, since there is no second look. */
export function KeyDialog({ secret, title, label, copyLabel, owner, children, onClose }: Props) {
  const { t } = useTranslation('common');
  const [copied, show] = useTimed<true>();
  const copy = async (): Promise<void> => {
    if (secret !== null && (await copyText(secret))) show(true, COPIED_MS);
    else toast('error', t('copy_failed'));
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
        <Code block aria-label={label} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {secret}
        </Code>
        <Group justify="flex-end" gap="sm">
          <Button
            variant="default"
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => void copy()}
          >
            {copied ? t('copied') : copyLabel}
          </Button>
          <Button onClick={onClose} data-autofocus>
            {t('done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
