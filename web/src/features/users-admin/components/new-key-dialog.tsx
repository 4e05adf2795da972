import { Alert, Button, Code, Group, Modal, Stack } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../lib/copy.ts';
import { useTimed } from '../../../lib/use-timed.ts';
import { toast } from '../../../ui/toast.ts';
import type { NewKey } from '../use-user-acts.ts';

const COPIED_MS = 1_500;

/** The new key of a user. Only the Done button closes it, since there is no second look. */
export function NewKeyDialog({ made, onClose }: { made: NewKey | null; onClose: () => void }) {
  const { t } = useTranslation(['users-admin', 'common']);
  const [copied, show] = useTimed<true>();
  const copy = async (): Promise<void> => {
    if (made && (await copyText(made.key))) show(true, COPIED_MS);
    else toast('error', t('common:copy_failed'));
  };
  return (
    <Modal
      opened={made !== null}
      onClose={onClose}
      title={t('key.title')}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Alert color="warning" icon={<IconKey size={18} aria-hidden />}>
          {t('key.lead', { name: made?.user.name })}
        </Alert>
        <Code block aria-label={t('key.label')} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {made?.key}
        </Code>
        <Group justify="flex-end" gap="sm">
          <Button
            variant="default"
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => void copy()}
          >
            {t(copied ? 'key.copied' : 'key.copy')}
          </Button>
          <Button onClick={onClose} data-autofocus>
            {t('key.done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
