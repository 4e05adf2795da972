import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../lib/copy.ts';
import { useTimed } from '../../../lib/use-timed.ts';
import { toast } from '../../../ui/toast.ts';
import type { CreatedDevice } from '../devices-api.ts';

const COPIED_MS = 1_500;

/** The key of a device that was just made. Only the Done button closes it, since there is no second look. */
export function DeviceKeyDialog({ device, onClose }: { device: CreatedDevice | null; onClose: () => void }) {
  const { t } = useTranslation(['devices', 'common']);
  const [copied, show] = useTimed<true>();
  const copy = async (): Promise<void> => {
    if (device && (await copyText(device.device_key))) show(true, COPIED_MS);
    else toast('error', t('common:copy_failed'));
  };
  return (
    <Modal
      opened={device !== null}
      onClose={onClose}
      title={t('key.title')}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Text fw={600} className="tabular">
          {device?.serial}
        </Text>
        <Alert color="warning" icon={<IconKey size={18} aria-hidden />}>
          {t('key.text')}
        </Alert>
        <Code block aria-label={t('key.label')} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {device?.device_key}
        </Code>
        <Group justify="flex-end" gap="sm">
          <Button
            variant="default"
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => void copy()}
          >
            {copied ? t('key.copied') : t('key.copy')}
          </Button>
          <Button onClick={onClose}>{t('key.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
