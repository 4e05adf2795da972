import { Alert, Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CreatedDevice } from '../devices-api.ts';

/** The key of a device that was just made. Only the Done button closes it, since there is no second look. */
export function DeviceKeyDialog({ device, onClose }: { device: CreatedDevice | null; onClose: () => void }) {
  const { t } = useTranslation('devices');
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
          <CopyButton value={device?.device_key ?? ''}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
                onClick={copy}
              >
                {copied ? t('key.copied') : t('key.copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{t('key.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
