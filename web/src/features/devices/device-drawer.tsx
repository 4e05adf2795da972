import { DeviceTimeline } from '../device-timeline/index.ts';
import { Button, Drawer, Group, Tabs, ActionIcon, Title } from '@mantine/core';
import { IconPencil, IconRefresh } from '@tabler/icons-react';
import { useId, type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { allows } from '@belfry/schemas/domain/actions';
import type { Serial } from '@belfry/schemas/domain/serial';
import { isApiError } from '../../lib/api/api-error.ts';
import { useGetDeviceQuery } from '../device-state/device-state-api.ts';
import { transportText } from '../../lib/api/transport-text.ts';
import { useReturnFocus, useFocusAfter } from '../../lib/focus.ts';
import { useConnection } from '../../lib/mqtt/connection-slice.ts';
import { isDialogAbove } from '../../ui/dialogs/form-dialog.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { Stale } from '../../ui/states/stale.tsx';
import { useRightsIn } from '../teams/teams-api.ts';
import { DeviceSummary, DeviceNotes, DeviceInfoForm } from './device-details.tsx';
import { statusOf } from './devices-api.ts';
import classes from './device-drawer.module.css';
import { useDispatch } from 'react-redux';
import { baseApi } from '../../lib/api/base-api.ts';
import { useAddressTab } from '../../lib/address.ts';
import { TabRow } from '../../ui/tabbed-page.tsx';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { CommandHistory, DeviceCommands } from '../commands/index.ts';
import { SoundTests } from '../sound-tests/index.ts';
import { MetricsHistory, Statistics, SystemMetrics, useHistoryTitle } from '../metrics/index.ts';
import { Facts } from '../../ui/card.tsx';
import { useDeviceDetails } from './device-columns.tsx';

type Props = {
  serial: Serial;
  onClose: () => void;
  onEdit?: ((serial: Serial) => void) | undefined;
};

/** Everything about one device, live; see DEV-26. Composes devices, metrics, commands and the timeline. */
export function DeviceDrawer({ serial, onClose, onEdit }: Props) {
  useReturnFocus();
  const { t } = useTranslation('devices');
  const { stale, since } = useConnection();
  const { data: device, error, isFetching, refetch } = useGetDeviceQuery(serial);
  const refresh = useRefreshDevice(serial);
  const id = useId();
  const missing = isApiError(error) && error.status === 404;
  return (
    <Drawer
      opened
      onClose={() => {
        if (!isDialogAbove(id)) onClose();
      }}
      position="right"
      size={760}
      title={t('details.title')}
      closeButtonProps={{ 'aria-label': t('details.close') }}
      classNames={{ title: classes.title }}
    >
      {!device && !error && <LineSkeletons count={12} height={24} />}
      {!device && error && (
        <ErrorState
          message={missing ? t('details.gone') : t('error.info', { status: statusOf(error, t) })}
          detail={transportText(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {device && missing && <Notice tone="error">{t('details.deleted')}</Notice>}
      {device && (
        <Stale active={stale} since={since} inDialog>
          <div className={classes.sections}>
            <DeviceSummary device={device} />
            <DetailsTabs
              serial={serial}
              overview={
                <Overview device={device} editable={onEdit !== undefined} refreshing={isFetching} onRefresh={refresh} />
              }
            />
          </div>
        </Stale>
      )}
      <Group id={id} justify="flex-end" gap="sm" mt="lg">
        {onEdit && device && (
          <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onEdit(serial)}>
            {t('details.editDevice')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t('details.close')}
        </Button>
      </Group>
    </Drawer>
  );
}

function useRefreshDevice(serial: Serial): () => void {
  const dispatch = useDispatch();
  return () => {
    dispatch(
      baseApi.util.invalidateTags([
        { type: 'Device', id: serial },
        { type: 'Metrics', id: serial },
        { type: 'Command', id: serial },
        { type: 'Timeline', id: serial },
      ]),
    );
  };
}

type SectionProps = { title: string; action?: ReactNode; children: ReactNode };
function Section({ title, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Group justify="space-between" mb="sm" mih={28}>
        <Title order={3} size="h6" id={id}>
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </section>
  );
}

const DeviceFacts = ({ device }: { device: Device }) => <Facts compact facts={useDeviceDetails(device)} />;
/** The data of a device, with inline Edit, Save and Cancel for administrators; see DEV-26. */
function DeviceInfo({ device, editable }: { device: Device; editable: boolean }) {
  const { t } = useTranslation('devices');
  const [editing, setEditing] = useState(false);
  // Stable, because live metrics re-render this component while the user types.
  const close = useCallback(() => setEditing(false), []);
  const opener = useFocusAfter<HTMLButtonElement>(editing);
  return (
    <Section
      title={t('details.info')}
      action={
        editable &&
        !editing && (
          <ActionIcon
            ref={opener}
            variant="subtle"
            color="gray"
            aria-label={t('details.edit')}
            onClick={() => setEditing(true)}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        )
      }
    >
      {editing ? <DeviceInfoForm device={device} onClose={close} /> : <DeviceFacts device={device} />}
    </Section>
  );
}

type DeviceOverviewProps = { device: Device; editable: boolean; refreshing: boolean; onRefresh: () => void };
/** Commands (for who operates it), data, metrics, notes and configuration of a device; see DEV-26. */
function Overview({ device, editable, refreshing, onRefresh }: DeviceOverviewProps) {
  const { t } = useTranslation(['devices', 'metrics', 'commands']);
  const historyTitle = useHistoryTitle();
  const operates = allows(useRightsIn(device.user_id ?? 0), 'command_devices');
  const refresh = (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={refreshing}
      onClick={onRefresh}
    >
      {t('details.refresh')}
    </Button>
  );
  return (
    <div className={classes.sections}>
      {operates ? (
        <DeviceCommands serial={device.serial} status={device.status} action={refresh} />
      ) : (
        <Group justify="flex-end">{refresh}</Group>
      )}
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
      <Section title={t('commands:sound.title')}>
        <SoundTests device={device} operates={operates} />
      </Section>
      <Section title={t('commands:history.title')}>
        <CommandHistory serial={device.serial} cancels={operates} />
      </Section>
      <Section title={t('details.notes')}>
        <DeviceNotes device={device} />
      </Section>
    </div>
  );
}

const TABS = ['overview', 'timeline'] as const;
const TAB_PARAM = 'details_tab';
function DetailsTabs({ serial, overview }: { serial: Serial; overview: ReactNode }) {
  const { t } = useTranslation('device-timeline');
  const [tab, go] = useAddressTab(TABS, { param: TAB_PARAM });
  return (
    <Tabs value={tab} onChange={go} keepMounted={false}>
      <TabRow tab={tab} mb="md">
        {TABS.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {t(`tab.${each}`)}
          </Tabs.Tab>
        ))}
      </TabRow>
      <Tabs.Panel value="overview">{overview}</Tabs.Panel>
      <Tabs.Panel value="timeline">
        <DeviceTimeline key={serial} serial={serial} />
      </Tabs.Panel>
    </Tabs>
  );
}
