import type { Device } from '@belfry/schemas/http/devices/devices';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { Combobox, Modal, Stack, Text } from '@mantine/core';
import { IconDeviceSpeaker } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import { useReturnFocus } from '../../../lib/focus.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { toast } from '../../../ui/toast.ts';
import { selectRole } from '../../../lib/session/session-slice.ts';
import { type RegisterDevice, RegisterDeviceForm } from '../../../ui/devices/register-device-form.tsx';
import { useRegisterDeviceMutation } from '../enrolment-api.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useGetWaitingDevicesQuery } from './device-binding-api.ts';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { SearchList } from '../../../ui/pickers/search-list.tsx';
import { StatusDot } from '../../../ui/devices/device-marks.tsx';
import classes from './serial-picker.module.css';
import { isApiError } from '../../../lib/api/api-error.ts';

type Props = {
  owner: number;
  /** The selected serial; empty for none. */
  selected: string;
  onPick: (device: Device) => void;
  onClose: () => void;
};

/** Select Device Serial Number: the owner's unbound devices, for administrators also those of nobody; see TREE-17. */
export function SerialPicker({ onPick, onClose, ...rest }: Props) {
  useReturnFocus();
  const { t } = useTranslation(['device-binding', 'common']);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('picker.title')}
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Waiting
        {...rest}
        onPick={(device) => {
          onPick(device);
          onClose();
        }}
        onClose={onClose}
      />
    </Modal>
  );
}

function Waiting({ owner, ...props }: Props) {
  const { t } = useTranslation(['device-binding', 'common']);
  const errorText = useErrorMessage();
  // The list must contain a device that was registered just now, perhaps in another tab.
  const administers = isAdministrator(useSelector(selectRole) ?? 'user');
  const asked = { user_id: owner, unowned: String(administers) };
  const { data, error, isFetching, refetch } = useGetWaitingDevicesQuery(asked, { refetchOnMountOrArgChange: true });
  if (error) {
    return (
      <ErrorState
        title={t('picker.failed')}
        message={errorText(error, t('common:error.fallback'))}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!data) return <LineSkeletons count={4} height={40} />;
  if (data.length > 0) return <WaitingList {...props} devices={data} />;
  return (
    <EmptyState icon={<IconDeviceSpeaker size={24} />} title={t('picker.empty')}>
      {administers ? t('picker.empty_admin') : <RegisterHere onPick={props.onPick} onClose={props.onClose} />}
    </EmptyState>
  );
}

/** Registers a device and picks it, so that the form below keeps what was typed. */
function RegisterHere({ onPick, onClose }: Pick<Props, 'onPick' | 'onClose'>) {
  const { t } = useTranslation(['device-binding', 'user-devices', 'common']);
  const errorText = useErrorMessage();
  const [register] = useRegisterDeviceMutation();
  const send = async (body: RegisterDevice): Promise<string | null> => {
    const { data: device, error } = await register(body);
    if (!device) return errorText(error, t('common:error.fallback'));
    if (!('approval' in device)) {
      onPick(device);
      return null;
    }
    toast('success', t('user-devices:add.approval', { serial: device.serial }));
    onClose();
    return null;
  };
  return (
    <Stack gap="sm" ta="left">
      <Text size="sm">{t('picker.empty_text')}</Text>
      <RegisterDeviceForm onSend={send} onCancel={onClose} onDirty={noop} />
    </Stack>
  );
}
const noop = (): void => undefined;

type WaitingListProps = {
  devices: readonly Device[];
  selected: string;
  onPick: (device: Device) => void;
  onClose: () => void;
};
function WaitingList({ devices, selected, onPick, onClose }: WaitingListProps) {
  const { t } = useTranslation('device-binding');
  const [typed, setTyped] = useState('');
  const { rows, more } = searchWaiting(devices, typed);
  const pick = (serial: string): void => {
    const device = devices.find((each) => each.serial === serial);
    if (device) onPick(device);
  };
  return (
    <SearchList
      title={t('picker.list')}
      placeholder={t('picker.search')}
      typed={typed}
      onType={setTyped}
      onPick={pick}
      onClose={onClose}
      optionsClass={classes.list}
      note={
        <Text component="output" size="sm" c="dimmed" mt="xs" display="block">
          {rows.length === 0 && t('picker.none_fit')}
          {more > 0 && t('picker.more', { count: more })}
        </Text>
      }
    >
      {rows.map((device) => (
        <Combobox.Option
          key={device.serial}
          value={device.serial}
          active={device.serial === selected}
          className={classes.device}
        >
          <span className="tabular">{device.serial}</span>
          <span className={classes.status}>
            <StatusDot status={device.status} />
          </span>
          {device.note !== null && <span className={classes.note}>{device.note}</span>}
        </Combobox.Option>
      ))}
    </SearchList>
  );
}

/** The most rows that are rendered; others are found by typing. */
const SHOWN_MAX = 50;

/** The devices whose serial, with or without hyphens, or note contains `typed`, and the number of further ones. */
export function searchWaiting(devices: readonly Device[], typed: string): { rows: Device[]; more: number } {
  const text = typed.trim().toLowerCase();
  const digits = text.replaceAll('-', '');
  const matches = devices.filter(
    ({ serial, note }) =>
      text === '' ||
      (digits !== '' && serial.replaceAll('-', '').includes(digits)) ||
      (note ?? '').toLowerCase().includes(text),
  );
  return { rows: matches.slice(0, SHOWN_MAX), more: Math.max(0, matches.length - SHOWN_MAX) };
}

export function useBindFailure(): (error: unknown) => string {
  const { t } = useTranslation('device-binding');
  const errorText = useErrorMessage();
  return (error) =>
    isApiError(error) && error.message !== '' ? t('assign_failed', { message: errorText(error) }) : t('failed');
}
