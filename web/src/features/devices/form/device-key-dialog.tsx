import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { KeyDialog } from '../../../ui/dialogs/key-dialog.tsx';
import type { CreatedDevice } from '../devices-api.ts';

/** The key of a device that was just created. */
export function DeviceKeyDialog({ device, onClose }: { device: CreatedDevice | null; onClose: () => void }) {
  const { t } = useTranslation('devices');
  return (
    <KeyDialog
      secret={device?.device_key ?? null}
      title={t('key.title')}
      label={t('key.label')}
      copyLabel={t('key.copy')}
      owner={
        <Text fw={600} className="tabular">
          {device?.serial}
        </Text>
      }
      onClose={onClose}
    >
      {t('key.text')}
    </KeyDialog>
  );
}
