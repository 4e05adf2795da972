import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { CommandHistory, DeviceCommands } from '../../../commands/index.ts';
import { MetricsHistory, Statistics, SystemMetrics, useHistoryTitle } from '../../../metrics/index.ts';
import { DeviceInfo } from './device-info.tsx';
import { DeviceNotes } from '../card/device-notes.tsx';
import { Section } from './section.tsx';
import classes from '../../device-drawer.module.css';

type Props = { device: Device; editable: boolean; refreshing: boolean; onRefresh: () => void };

/** Commands, data, metrics, notes and configuration of a device; see DEV-26. */
export function Overview({ device, editable, refreshing, onRefresh }: Props) {
  const { t } = useTranslation(['devices', 'metrics', 'commands']);
  const historyTitle = useHistoryTitle();
  return (
    <div className={classes.sections}>
      <DeviceCommands
        serial={device.serial}
        status={device.status}
        action={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={refreshing}
            onClick={onRefresh}
          >
            {t('details.refresh')}
          </Button>
        }
      />
      <div className={classes.columns}>
        <DeviceInfo device={device} editable={editable} />
        <Section title={t('metrics:title')}>
          <SystemMetrics serial={device.serial} />
        </Section>
      </div>
      <Section title={t('metrics:statistics')}>
        <Statistics serial={device.serial} />
      </Section>
      <Section title={historyTitle}>
        <MetricsHistory serial={device.serial} />
      </Section>
      <Section title={t('commands:history.title')}>
        <CommandHistory serial={device.serial} />
      </Section>
      <Section title={t('details.notes')}>
        <DeviceNotes device={device} />
      </Section>
    </div>
  );
}
