import {
  Group,
  Code,
  ScrollArea,
  Skeleton,
  Text,
  Alert,
  Button,
  NativeSelect,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type Device, deviceSchema } from '@belfry/schemas/http/devices/devices';
import { CopyText } from '../../ui/copy-text.tsx';
import { ClockMark } from '../../ui/devices/clock-mark.tsx';
import { TwinMark } from '../../ui/devices/twin-mark.tsx';
import {
  ClockWarning,
  DeviceTypeIcon,
  LastSeen,
  NodeAbove,
  OutputList,
  StatusDot,
} from '../../ui/devices/device-marks.tsx';
import { PlayerList } from '../../ui/devices/player-list.tsx';
import classes from './device-details.module.css';
import { useTranslation } from '../../lib/translation.ts';
import { useGetDeviceConfigurationQuery } from '../device-state/device-config-api.ts';
import { statusOf, useEditDeviceMutation } from './devices-api.ts';
import { DEVICE_STATUSES } from '@belfry/schemas/domain/device';
import { NOTE_MAX } from '@belfry/schemas/domain/limits';
import { useLocale, type Localized } from '../../lib/i18n.ts';
import { ConflictNotice } from '../../ui/states/conflict-notice.tsx';
import { DEVICE_COLUMNS } from './device-columns.tsx';
import { modesFor, isEmail } from './form/device-form-values.ts';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../lib/api/api-error.ts';
import { sendEdit, changedFields, revisionOf, useEditConflict } from '../../lib/edit-conflict.ts';
import { useExpiringState } from '../../lib/timers.ts';

export function DeviceSummary({ device }: { device: Device }) {
  return (
    <div className={classes.summary}>
      <Group gap="xs">
        <DeviceTypeIcon type={device.device_type} />
        <NodeAbove path={device.path} />
        {device.name !== null && <strong className={classes.name}>{device.name}</strong>}
        <CopyText className={classes.serial} value={device.serial} />
        <span className={classes.state}>
          <StatusDot status={device.status} skewMs={device.clock_skew_ms} />
          <span className={classes.seen}>
            <LastSeen at={device.last_seen} />
          </span>
        </span>
      </Group>
      <ClockWarning skewMs={device.clock_skew_ms} />
      <ClockMark clock={device} />
      <TwinMark twin={device.twin} />
      <PlayerList players={device.players} />
      <OutputList outputs={device.outputs} />
    </div>
  );
}

export function DeviceNotes({ device }: { device: Device }) {
  const { t } = useTranslation('devices');
  return (
    <>
      <Text size="sm" className={classes.text} c={device.note ? undefined : 'dimmed'}>
        {device.note ?? t('details.noNote')}
      </Text>
      <Text size="sm" mt={4} className={classes.text} c={device.description ? undefined : 'dimmed'}>
        {device.description ?? t('details.noDescription')}
      </Text>
      <Configuration serial={device.serial} />
    </>
  );
}

function Configuration({ serial }: Pick<Device, 'serial'>) {
  const { t } = useTranslation('devices');
  const { data, error } = useGetDeviceConfigurationQuery(serial);
  if (!data && error) {
    return (
      <Text size="sm" c="dimmed" mt="sm" role="alert">
        {t('error.configuration', { status: statusOf(error, t) })}
      </Text>
    );
  }
  if (!data) return <Skeleton height={160} mt="sm" radius="md" />;
  return (
    <>
      <Text size="xs" c="dimmed" mt="sm" mb={4}>
        {t('details.configuration')}. {data.in_sync ? t('details.inSync') : t('details.outOfSync')}
      </Text>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <ScrollArea.Autosize mah={240} viewportProps={{ tabIndex: 0, 'aria-label': t('details.configuration') }}>
        <Code block className={classes.code}>
          {JSON.stringify(data, null, 2)}
        </Code>
      </ScrollArea.Autosize>
    </>
  );
}

const SAVED_MS = 2_000;
const ERROR_MS = 5_000;
const valuesOf = (device: Device) => ({
  email: device.email ?? '',
  device_version: device.device_version ?? '',
  device_mode: device.device_mode,
  device_status: device.status,
  note: device.note ?? '',
});
type DeviceInfoValues = ReturnType<typeof valuesOf>;
/**
 * The state of the form that edits a device in place, and saving it. Only changed fields are sent, so that a status that
 * changed since then is not overwritten. `first` is the field that gets the focus.
 */
function useDeviceInfoForm({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation('devices');
  const [save, { isLoading: saving }] = useEditDeviceMutation();
  const [banner, show] = useExpiringState<{ tone: 'success' | 'error'; text: string }>();
  const form = useForm({
    initialValues: valuesOf(device),
    validateInputOnBlur: true,
    validate: { email: (text) => (isEmail(text) ? null : t('invalid.email')) },
  });
  const conflict = useEditConflict(form);
  // The device with which the form began: a refetch must not hide a conflicting change.
  const [base, setBase] = useState(device);
  const first = useRef<HTMLInputElement>(null);
  const saved = banner?.tone === 'success';
  useEffect(() => first.current?.focus(), []);
  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(onClose, SAVED_MS);
    return () => clearTimeout(timer);
  }, [saved, onClose]);
  const send = (from: Device) => {
    const change = { ...changedFields(form.getValues(), form.getInitialValues()), ...revisionOf(from) };
    return save({ device_id: device.device_id, serial: device.serial, change });
  };
  const rebase = (current: Device): number => {
    setBase(current);
    // Version and status are published by the device and are no conflict.
    const { device_version, device_status } = form.getInitialValues();
    return conflict.rebase({ ...valuesOf(current), device_version, device_status });
  };
  const submit = form.onSubmit(
    async () => {
      conflict.clear();
      const answer = await sendEdit(base, send, { schema: deviceSchema.strip(), rebase });
      if (answer.conflict) return;
      if (!answer.error) return show({ tone: 'success', text: t('details.saved') });
      show({ tone: 'error', text: errorMessage(answer.error, t('error.details')) }, ERROR_MS);
    },
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );
  return { form, conflict, banner, saving, saved, first, submit };
}

const LABELS: Record<keyof DeviceInfoValues, Localized> = {
  email: DEVICE_COLUMNS.email.label,
  device_version: DEVICE_COLUMNS.version.label,
  device_mode: DEVICE_COLUMNS.mode.label,
  device_status: DEVICE_COLUMNS.status.label,
  note: { en: 'Note', ru: 'Заметка', de: 'Notiz' },
};

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
