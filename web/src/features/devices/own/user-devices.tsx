import { Group, Stack, Modal, Button, Text, Title } from '@mantine/core';
import { sortedTags } from '@belfry/schemas/domain/tags';
import { useMemo, useState, type ReactNode } from 'react';
import {
  DeviceDialogs,
  OWNER_ACTIONS,
  SelectionActions,
  SelectPage,
  useDeviceDialogs,
  useGetOwnDevicesQuery,
  useListSelection,
} from '../index.ts';
import { RunsButton } from '../../commands/index.ts';
import { OwnClaims } from '../../device-ownership/approvals/index.ts';
import { useFocusAfter } from '../../../lib/focus.ts';
import { useListAddress } from '../../../lib/list-address.ts';
import { LOCAL_KEYS } from '../../../lib/storage.ts';
import { UserDeviceFilters, passes, userDeviceAddress, countDevices } from './user-device-filters.tsx';
import { allows } from '@belfry/schemas/domain/actions';
import { useRights } from '../../teams/teams-api.ts';
import { DeviceSettingsPanel, readDefaults } from './device-settings-panel.tsx';
import { UserDeviceList } from './user-device-list.tsx';
import type { UserCardActions } from './user-device-card.tsx';
import { useTranslation } from '../../../lib/translation.ts';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import classes from './user-devices.module.css';
import { isApiError } from '../../../lib/api/api-error.ts';
import { readUserKey } from '../../../lib/session/session-store.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useSaveDeviceSettingsMutation } from '../../device-state/device-config-api.ts';
import { useRegisterDeviceMutation } from '../../device-ownership/enrolment-api.ts';
import { type RegisterDevice, RegisterDeviceForm } from '../../../ui/devices/register-device-form.tsx';
import { IconChartBar, IconPlus, IconRefresh } from '@tabler/icons-react';

const REMEMBERED = { typed: 'note', remember: LOCAL_KEYS.ownDeviceFilters } as const;

export function UserDevices() {
  const own = useGetOwnDevicesQuery();
  const at = useListAddress(userDeviceAddress, REMEMBERED);
  const dialogs = useDeviceDialogs();
  const [open, setOpen] = useState<'add' | 'statistics' | null>(null);
  const [serial, setSerial] = useState<string | null>(null);
  const settingsHead = useFocusAfter<HTMLButtonElement>(serial !== null);
  const { filters } = at;
  const devices = own.data ?? [];
  const matches = devices.filter((device) => passes(device, filters));
  const resettable = JSON.stringify(filters) !== JSON.stringify(userDeviceAddress.defaults);
  const selection = useListSelection(matches.map(({ serial }) => serial));
  const rights = useRights();
  const offered = useMemo(
    () => OWNER_ACTIONS.filter((action) => allows(rights, action === 'group' ? 'edit_groups' : 'set_devices')),
    [rights],
  );
  const { openDevice, openSettings } = dialogs;
  const { click } = selection;
  const actions = useMemo<UserCardActions>(
    () => ({ onInfo: openDevice, onSettings: setSerial, onDialog: openSettings, onSelect: click }),
    [openDevice, openSettings, click],
  );
  return (
    <Stack gap="lg">
      <UserDevicesHeader query={own} onAdd={() => setOpen('add')} onStatistics={() => setOpen('statistics')}>
        {allows(rights, 'command_devices') && <RunsButton />}
      </UserDevicesHeader>
      <OwnClaims />
      <UserDeviceFilters
        filters={filters}
        tags={sortedTags(devices.flatMap(({ tags }) => tags))}
        resettable={resettable}
        onChange={at.change}
        onKeep={at.keep}
        onReset={at.reset}
      />
      {matches.length > 0 && offered.length > 0 && (
        <Group gap="md">
          <SelectPage selection={selection} />
        </Group>
      )}
      <UserDeviceList
        query={own}
        matches={matches}
        selection={selection}
        at={at}
        actions={actions}
        selects={offered.length > 0}
        onAdd={() => setOpen('add')}
      />
      <SelectionActions selection={selection} actions={offered} />
      <DeviceSettingsPanel key={serial} serial={serial} head={settingsHead} onClose={() => setSerial(null)} />
      <DeviceDialogs dialogs={dialogs} />
      {open === 'add' && <AddUserDevice onClose={() => setOpen(null)} />}
      {open === 'statistics' && <DeviceStatistics devices={devices} onClose={() => setOpen(null)} />}
    </Stack>
  );
}

type UserDevicesHeaderProps = {
  query: { data?: readonly Device[]; isFetching: boolean; refetch: () => unknown };
  onAdd: () => void;
  onStatistics: () => void;
  children: ReactNode;
};
function UserDevicesHeader({ query, onAdd, onStatistics, children }: UserDevicesHeaderProps) {
  const { t } = useTranslation('user-devices');
  return (
    <Group justify="space-between" align="end" gap="sm">
      <div>
        <Title order={2} size="h4">
          {t('title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('lead')}
        </Text>
      </div>
      <Group gap="xs">
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
          {t('actions.add')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {t('actions.refresh')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconChartBar size={16} aria-hidden />}
          disabled={!query.data}
          onClick={onStatistics}
        >
          {t('actions.statistics')}
        </Button>
        {children}
      </Group>
    </Group>
  );
}

const SUCCESS_MS = 5_000;
function AddUserDevice({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('user-devices');
  const errorText = useErrorMessage();
  const [register] = useRegisterDeviceMutation();
  const [saveSettings] = useSaveDeviceSettingsMutation();

  async function send(body: RegisterDevice): Promise<string | null> {
    if (readUserKey() === null) return t('no_token');
    const { data: device, error } = await register(body);
    if (!device) {
      const status = isApiError(error) && error.status > 0 ? String(error.status) : t('list.no_connection');
      return errorText(error, t('add.failed', { status }));
    }
    if ('approval' in device) {
      toast('success', t('add.approval', { serial: device.serial }), { durationMs: SUCCESS_MS });
      onClose();
      return null;
    }
    const { serial, device_mode } = device;
    toast('success', t(device_mode === 'wait' ? 'add.waiting' : 'add.done', { serial }), { durationMs: SUCCESS_MS });
    const settings = readDefaults();
    if (settings && (await saveSettings({ serial, settings })).error) {
      toast('warning', t('add.defaults_failed', { serial }), { durationMs: SUCCESS_MS });
    }
    onClose();
    return null;
  }
  return (
    <FormDialog title={t('add.title')} onClose={onClose}>
      {({ onCancel, onDirty }) => <RegisterDeviceForm onSend={send} onCancel={onCancel} onDirty={onDirty} />}
    </FormDialog>
  );
}

const ROWS = ['total', 'online', 'maintenance', 'offline', 'bound', 'unbound', 'waiting'] as const;
function DeviceStatistics({ devices, onClose }: { devices: readonly Device[]; onClose: () => void }) {
  const { t } = useTranslation(['user-devices', 'common']);
  const locale = useLocale();
  const counts = countDevices(devices);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('statistics.title')}
      size="sm"
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <dl className={classes.counts}>
        {ROWS.map((row) => (
          <div key={row} className={classes.row} data-part={row === 'total' ? undefined : true}>
            <dt>{t(`statistics.${row}`)}</dt>
            <dd>{formatCount(counts[row], locale)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
