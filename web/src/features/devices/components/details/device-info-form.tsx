import { Alert, Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DEVICE_STATUSES } from '@belfry/schemas/domain/device';
import { NOTE_MAX } from '@belfry/schemas/domain/limits';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { useLocale } from '../../../../lib/i18n.ts';
import type { Localized } from '../../../../lib/format/languages.ts';
import { ConflictNotice } from '../../../../ui/states/conflict-notice.tsx';
import { DEVICE_COLUMNS } from '../../device-columns.tsx';
import { modesFor } from '../../form/device-form-values.ts';
import { useDeviceInfoForm, type DeviceInfoValues } from './use-device-info-form.ts';

const LABELS: Record<keyof DeviceInfoValues, Localized> = {
  email: DEVICE_COLUMNS.email.label,
  device_version: DEVICE_COLUMNS.version.label,
  device_mode: DEVICE_COLUMNS.mode.label,
  device_status: DEVICE_COLUMNS.status.label,
  note: { en: 'Note', ru: 'Заметка' },
};

/** The fields of a device that can be edited in place. */
export function DeviceInfoForm({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation(['devices', 'ui']);
  const locale = useLocale();
  const labelOf = (field: keyof DeviceInfoValues): string => LABELS[field][locale];
  const { form, conflict, banner, saving, saved, first, submit } = useDeviceInfoForm({ device, onClose });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <ConflictNotice conflicts={conflict.conflicts} labelOf={labelOf} onTake={conflict.take} />
        <TextInput label={labelOf('email')} type="email" {...form.getInputProps('email')} ref={first} />
        <TextInput label={labelOf('device_version')} maxLength={50} {...form.getInputProps('device_version')} />
        <NativeSelect
          label={labelOf('device_mode')}
          data={modesFor(device.device_mode)}
          {...form.getInputProps('device_mode')}
        />
        <NativeSelect
          label={labelOf('device_status')}
          data={DEVICE_STATUSES.map((status) => ({ value: status, label: t(`ui:device.status.${status}`) }))}
          {...form.getInputProps('device_status')}
        />
        <Textarea
          label={labelOf('note')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={NOTE_MAX}
          {...form.getInputProps('note')}
        />
        {banner && (
          <Alert color={banner.tone} py="xs" role={saved ? 'status' : 'alert'}>
            {banner.text}
          </Alert>
        )}
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('details.cancel')}
          </Button>
          <Button
            type="submit"
            loading={saving}
            disabled={!form.isDirty() || saved}
            title={form.isDirty() ? undefined : t('details.nothingChanged')}
          >
            {t('details.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
