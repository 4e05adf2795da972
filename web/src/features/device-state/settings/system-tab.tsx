import { Button, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { IconDownload, IconEraser, IconFileOff, IconPower, IconRefreshAlert } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { Facts } from '../../../ui/card.tsx';
import { SwitchRow } from '../../../ui/fields/switch-row.tsx';
import type { SettingsForm } from './settings-form.ts';
import type { DialogCommands } from './use-dialog-commands.ts';
import { SendLater } from '../../commands/index.ts';
import { CommandButtons, type CommandButton, FieldNote, Section } from './settings-parts.tsx';

/** The time zones to choose from; see SET-16. */
const TIME_ZONES = {
  moscow: 'Europe/Moscow',
  london: 'Europe/London',
  new_york: 'America/New_York',
  los_angeles: 'America/Los_Angeles',
  tokyo: 'Asia/Tokyo',
  shanghai: 'Asia/Shanghai',
  sydney: 'Australia/Sydney',
  berlin: 'Europe/Berlin',
  paris: 'Europe/Paris',
} as const;
const CITIES = Object.keys(TIME_ZONES) as (keyof typeof TIME_ZONES)[];
const UTC_RANGE = { min: -12, max: 14 };

export type TabProps = { device: Device; online: boolean; settings: SettingsForm; commands: DialogCommands };

export function SystemTab({ device, online, settings, commands }: TabProps) {
  const { t } = useTranslation('device-settings');
  const { form, configuration } = settings;
  const buttons: CommandButton[] = [
    { command: 'reboot', label: t('system.reboot'), icon: IconPower },
    { command: 'reinstall', label: t('system.reinstall'), icon: IconRefreshAlert },
    { command: 'clear_cache', label: t('system.clear_cache'), icon: IconEraser },
    { command: 'clear_logs', label: t('system.clear_logs'), icon: IconFileOff },
  ];
  return (
    <Stack gap="md">
      <SoftwareSection device={device} online={online} commands={commands} />
      <Section title={t('system.actions')}>
        <CommandButtons buttons={buttons} commands={commands} online={online} />
        {!online && <SendLater serial={device.serial} />}
      </Section>
      <TimeSection settings={settings} />
      <Section title={t('system.nightly')}>
        {(['reboot_at_night', 'update_at_night'] as const).map((field) => (
          <div key={field}>
            <SwitchRow
              label={t(`system.${field}`)}
              description={t(`system.${field}_text`)}
              checked={form.getValues()[field]}
              onChange={(checked) => form.setFieldValue(field, checked)}
            />
            <FieldNote configuration={configuration} field={field} />
          </div>
        ))}
      </Section>
      <Section title={t('system.server')}>
        <div>
          <TextInput label={t('system.ws_url')} maxLength={500} {...form.getInputProps('ws_url')} />
          <FieldNote configuration={configuration} field="ws_url" />
        </div>
      </Section>
    </Stack>
  );
}

function SoftwareSection({ device, online, commands }: Omit<TabProps, 'settings'>) {
  const { t } = useTranslation('device-settings');
  const { readInfo, execute, running, results } = commands;
  const info = results.refresh_info ?? results.system_info;
  const hasInfo = info !== undefined;
  useEffect(() => {
    if (online && !hasInfo) void readInfo();
  }, [online, hasInfo, readInfo]);

  const current = device.device_version;
  const latest = info?.latest_version;
  return (
    <Section title={t('system.software')}>
      <Facts
        facts={[
          [t('system.current'), current ?? t('unknown')],
          [t('system.latest'), latest ?? t('unknown')],
        ]}
      />
      <Group>
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={!online || (running !== null && running !== 'install') || (hasInfo && current === latest)}
          loading={running === 'install'}
          onClick={() => void execute('install', {})}
        >
          {hasInfo && current === latest ? t('system.up_to_date') : t('system.update')}
        </Button>
      </Group>
    </Section>
  );
}

function TimeSection({ settings: { form, configuration } }: Pick<TabProps, 'settings'>) {
  const { t } = useTranslation('device-settings');
  const zone = form.getValues().time_zone;
  const zones = [
    { value: 'UTC', label: 'UTC' },
    ...CITIES.map((city) => ({ value: TIME_ZONES[city], label: t(`system.city.${city}`) })),
  ];
  return (
    <Section title={t('system.time')}>
      <div>
        <Select
          label={t('system.time_zone')}
          data={zones.some(({ value }) => value === zone) ? zones : [...zones, { value: zone, label: zone }]}
          allowDeselect={false}
          {...form.getInputProps('time_zone')}
        />
        <FieldNote configuration={configuration} field="time_zone" />
      </div>
      <div>
        <NumberInput
          label={t('system.utc')}
          allowDecimal={false}
          clampBehavior="blur"
          {...UTC_RANGE}
          {...form.getInputProps('utc')}
        />
        <FieldNote configuration={configuration} field="utc" />
      </div>
    </Section>
  );
}
