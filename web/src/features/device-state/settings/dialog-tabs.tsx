import { Tabs, Stack } from '@mantine/core';
import {
  IconActivity,
  IconInfoCircle,
  IconSettings,
  IconVolume,
  IconWifi,
  type Icon,
  IconListCheck,
  IconPower,
  IconFileExport,
  IconHeadset,
  IconRefresh,
  IconStethoscope,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
} from '@tabler/icons-react';
import { type ComponentType, useEffect } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { canReceiveCommands, clockState } from '@belfry/schemas/domain/device';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { useAddressTab, SETTINGS_TAB_PARAM } from '../../../lib/address.ts';
import { useMobile } from '../../../lib/use-breakpoint.ts';
import { useConnection } from '../../../lib/mqtt/connection-slice.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { Stale } from '../../../ui/states/stale.tsx';
import { TabRow } from '../../../ui/tabbed-page.tsx';
import type { SettingsForm } from './settings-form.ts';
import { useDialogCommands } from './use-dialog-commands.ts';
import { AudioTab } from './audio-tab.tsx';
import { CommandFeedback, CommandButtons, type CommandButton, Section } from './settings-parts.tsx';
import { SystemTab, type TabProps } from './system-tab.tsx';
import { WifiTab } from './wifi-tab.tsx';
import { useLocale } from '../../../lib/i18n.ts';
import { formatCelsius, formatPercent } from '../../../lib/format.ts';
import { usePreciseClockText } from '../../../ui/devices/clock-mark.tsx';
import { StatusDot, LastSeen, useClockText } from '../../../ui/devices/device-marks.tsx';
import { Facts, type Fact } from '../../../ui/card.tsx';
import { saveTextFile } from '../../../lib/save-file.ts';
import { useTimes } from '../../../lib/times.ts';
import classes from './dialog-tabs.module.css';

const TABS: Record<SettingsTab, { icon: Icon; Content: ComponentType<TabProps> }> = {
  status: { icon: IconActivity, Content: StatusTab },
  audio: { icon: IconVolume, Content: AudioTab },
  wifi: { icon: IconWifi, Content: WifiTab },
  system: { icon: IconSettings, Content: SystemTab },
  info: { icon: IconInfoCircle, Content: InfoTab },
};

export function DialogTabs({ device, settings }: { device: Device; settings: SettingsForm }) {
  const { t } = useTranslation('device-settings');
  const { stale, since } = useConnection();
  const [tab, openTab] = useAddressTab(SETTINGS_TABS, { param: SETTINGS_TAB_PARAM, initial: DEFAULT_TAB });
  const commands = useDialogCommands(device.serial);
  const online = canReceiveCommands(device.status);
  const mobile = useMobile();
  const { Content } = TABS[tab];
  return (
    <Stale active={stale} since={since} inDialog>
      <Tabs value={tab} onChange={openTab} keepMounted={false}>
        <TabRow tab={tab} mb="md" aria-label={t('tabs.label')}>
          {SETTINGS_TABS.map((each) => {
            const TabIcon = TABS[each].icon;
            return (
              <Tabs.Tab
                key={each}
                value={each}
                px={mobile ? 'xs' : 'sm'}
                leftSection={!mobile && <TabIcon size={16} aria-hidden />}
              >
                {t(`tabs.${each}`)}
              </Tabs.Tab>
            );
          })}
        </TabRow>
        {!online && <Notice tone="warning">{t('offline')}</Notice>}
        <CommandFeedback commands={commands} serial={device.serial} />
        <Tabs.Panel value={tab}>
          <Content device={device} online={online} settings={settings} commands={commands} />
        </Tabs.Panel>
      </Tabs>
    </Stale>
  );
}

function StatusTab({ device, online, commands }: TabProps) {
  const { t } = useTranslation('device-settings');
  const locale = useLocale();
  const { results } = commands;
  const clockTexts = [useClockText()(device.clock_skew_ms), usePreciseClockText()(device)].filter(
    (text) => text !== null,
  );
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
            ...(clockTexts.length === 0 ? [] : [[t('status.clock'), clockTexts.join('. ')] satisfies Fact]),
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
            [
              t('status.temperature'),
              load?.cpu_temperature === undefined ? '–' : formatCelsius(load.cpu_temperature, locale),
            ],
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

function InfoTab({ device, online, settings: { configuration }, commands }: TabProps) {
  const { t } = useTranslation('device-settings');
  const times = useTimes();
  const clockText = useClockText()(device.clock_skew_ms);
  const { readInfo, execute, results } = commands;
  const info = results.refresh_info ?? results.system_info;
  const hasInfo = info !== undefined;
  useEffect(() => {
    if (online && !hasInfo) void readInfo();
  }, [online, hasInfo, readInfo]);

  const unknown = t('unknown');
  const updatedAt = configuration?.reported?.date_udate_version ?? null;
  const exportInfo = async (): Promise<void> => {
    const end = await execute('export_info', {});
    if (end.kind === 'succeeded') saveTextFile(end.result.filename, end.result.content);
  };
  const buttons: CommandButton[] = [
    { command: 'refresh_info', label: t('info.refresh'), icon: IconRefresh },
    { command: 'export_info', label: t('info.export'), icon: IconFileExport, onClick: () => void exportInfo() },
    { command: 'system_diagnostics', label: t('info.diagnostics'), icon: IconStethoscope },
    { command: 'contact_support', label: t('info.support'), icon: IconHeadset },
  ];
  return (
    <Stack gap="md">
      <Section title={t('info.network')}>
        <Facts
          facts={[
            [t('info.hostname'), info?.hostname ?? device.hostname ?? unknown],
            [t('info.ip'), info?.ip ?? device.ip ?? unknown],
            [t('info.mac'), info?.mac ?? unknown],
            [t('info.wifi'), info?.wifi_login ?? configuration?.reported?.wifi_login ?? t('info.default_network')],
          ]}
        />
      </Section>
      <Section title={t('info.device')}>
        <Facts
          facts={[
            [t('info.model'), info?.model ?? unknown],
            [t('info.os'), info?.os ?? unknown],
            [t('info.kernel'), info?.kernel ?? unknown],
            [t('system.current'), info?.device_version ?? device.device_version ?? unknown],
            [t('info.updated'), updatedAt === null ? t('info.never') : times.moment(updatedAt)],
          ]}
        />
      </Section>
      <Section title={t('info.actions')}>
        <CommandButtons buttons={buttons} commands={commands} online={online} />
        {results.system_diagnostics && (
          <CheckList
            label={t('info.diagnostics')}
            checks={results.system_diagnostics.checks.map(({ name, ok, tested, detail }) =>
              // The server compares the clocks, which a device without network time cannot.
              name === 'clock' && clockText !== null
                ? { name, ok: ok && clockState(device.clock_skew_ms) !== 'wrong', text: `${detail}. ${clockText}` }
                : { name, ok, tested, text: detail },
            )}
          />
        )}
        {results.contact_support && <span>{t('info.ticket', { ticket: results.contact_support.ticket })}</span>}
      </Section>
    </Stack>
  );
}

/** `tested` false: `ok` says nothing. */
type Check = { name: string; ok: boolean; tested?: boolean | undefined; text: string };
function CheckList({ label, checks }: { label: string; checks: readonly Check[] }) {
  const { t } = useTranslation('device-settings');
  return (
    <ul className={classes.list} aria-label={label}>
      {checks.map(({ name, ok, tested = true, text }) => (
        <li key={name} className={classes.check} data-ok={tested ? ok : undefined}>
          <Mark ok={ok} tested={tested} />
          <span>{name}</span>
          <span className={classes.text}>{tested ? text : t('info.not_tested', { detail: text })}</span>
        </li>
      ))}
    </ul>
  );
}
function Mark({ ok, tested }: { ok: boolean; tested: boolean }) {
  if (!tested) return <IconCircleDashed size={16} aria-hidden />;
  return ok ? <IconCircleCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />;
}

const SETTINGS_TABS = ['status', 'audio', 'wifi', 'system', 'info'] as const;
type SettingsTab = (typeof SETTINGS_TABS)[number];

const DEFAULT_TAB: SettingsTab = 'audio';
