import { clockState } from '@belfry/schemas/domain/device';
import { Stack } from '@mantine/core';
import { IconFileExport, IconHeadset, IconRefresh, IconStethoscope } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { saveTextFile } from '../../../../lib/save-file.ts';
import { useTimes } from '../../../../lib/format/times.ts';
import { useClockText } from '../../../../ui/devices/use-clock-text.ts';
import { Facts } from '../../../../ui/facts.tsx';
import { CheckList } from './check-list.tsx';
import { CommandButtons, type CommandButton } from './command-buttons.tsx';
import { Section } from './section.tsx';
import type { TabProps } from './system-tab.tsx';

/** Network, hardware and software as the device reports them, and what reports more. */
export function InfoTab({ device, online, settings: { configuration }, commands }: TabProps) {
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
