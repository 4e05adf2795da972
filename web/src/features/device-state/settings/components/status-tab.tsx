import { Stack } from '@mantine/core';
import { IconActivity, IconInfoCircle, IconListCheck, IconPower } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../../lib/i18n.ts';
import { formatCelsius, formatPercent } from '../../../../lib/format/format.ts';
import { StatusDot } from '../../../../ui/devices/status-dot.tsx';
import { LastSeen } from '../../../../ui/devices/last-seen.tsx';
import { useClockText } from '../../../../ui/devices/use-clock-text.ts';
import { Facts, type Fact } from '../../../../ui/facts.tsx';
import { CheckList } from './check-list.tsx';
import { CommandButtons, type CommandButton } from './command-buttons.tsx';
import { Section } from './section.tsx';
import type { TabProps } from './system-tab.tsx';

/** Status and load of the device, live, and actions that check or restart it. */
export function StatusTab({ device, online, commands }: TabProps) {
  const { t } = useTranslation('device-settings');
  const locale = useLocale();
  const { results } = commands;
  const clockText = useClockText()(device.clock_skew_ms);
  const metrics = device.metrics;
  // Records arrive every few seconds; a device that has sent none yet can still be asked.
  const load = metrics ?? results.system_status;
  const percent = (value: number | undefined): string => (value === undefined ? '–' : formatPercent(value, locale));
  const buttons: CommandButton[] = [
    { command: 'system_status', label: t('status.check_status'), icon: IconActivity },
    { command: 'system_info', label: t('status.check_info'), icon: IconInfoCircle },
    { command: 'check_services', label: t('status.check_services'), icon: IconListCheck },
    { command: 'reboot', label: t('system.reboot'), icon: IconPower },
  ];
  return (
    <Stack gap="md">
      <Section title={t('status.device')}>
        <Facts
          facts={[
            [t('status.status'), <StatusDot key="status" status={device.status} skewMs={device.clock_skew_ms} />],
            ...(clockText === null ? [] : [[t('status.clock'), clockText] satisfies Fact]),
            [t('status.seen'), <LastSeen key="seen" at={device.last_seen} />],
            [t('status.uptime'), metrics?.uptime_human ?? '–'],
            [t('system.current'), device.device_version ?? t('unknown')],
          ]}
        />
      </Section>
      <Section title={t('status.load')}>
        <Facts
          facts={[
            [t('status.cpu'), percent(load?.cpu_usage_percent)],
            [t('status.temperature'), load ? formatCelsius(load.cpu_temperature, locale) : '–'],
            [t('status.memory'), percent(load?.memory_usage_percent)],
            [t('status.disk'), percent(load?.disk_usage_percent)],
            [
              t('status.load_average'),
              results.system_status?.load_average.map((value) => value.toFixed(2)).join(' · ') ?? '–',
            ],
          ]}
        />
      </Section>
      <Section title={t('status.actions')}>
        <CommandButtons buttons={buttons} commands={commands} online={online} />
        {results.check_services && (
          <CheckList
            label={t('status.check_services')}
            checks={results.check_services.services.map(({ name, state }) => ({
              name,
              ok: state === 'running',
              text: t(`status.service.${state}`),
            }))}
          />
        )}
      </Section>
    </Stack>
  );
}
