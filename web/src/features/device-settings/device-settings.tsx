import { Button, Group, Modal, Tabs, Text } from '@mantine/core';
import { IconVolume, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { canReceiveCommands } from '@belfry/schemas/domain/device';
import type { Serial } from '@belfry/schemas/domain/serial';
import { useGetDeviceQuery } from '../../api/device-info-api.ts';
import { transportText } from '../../api/transport-text.ts';
import { useAddressTab } from '../../lib/use-address-tab.ts';
import { useMobile } from '../../lib/use-mobile.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { useConnection } from '../../mqtt/use-connection.ts';
import { StatusDot } from '../../ui/devices/status-dot.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { Stale } from '../../ui/states/stale.tsx';
import { AudioTab } from './components/audio-tab.tsx';
import { DEFAULT_TAB, SETTINGS_TAB_PARAM, SETTINGS_TABS, type SettingsTab } from './tabs.ts';
import classes from './device-settings.module.css';

const ICONS: Record<SettingsTab, Icon> = { audio: IconVolume };

/** Device Settings: players, network, system and what the device reports; see SET-1. */
export function DeviceSettings({ serial, onClose }: { serial: Serial; onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation(['device-settings', 'common']);
  const mobile = useMobile();
  const { stale, since } = useConnection();
  const [tab, openTab] = useAddressTab(SETTINGS_TABS, { param: SETTINGS_TAB_PARAM, initial: DEFAULT_TAB });
  const { data: device, error, isFetching, refetch } = useGetDeviceQuery(serial);
  const online = device !== undefined && canReceiveCommands(device.status);
  return (
    <Modal
      opened
      onClose={onClose}
      size={760}
      fullScreen={mobile}
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
      title={
        <>
          {t('title')} <span className={classes.serial}>{serial}</span>
        </>
      }
    >
      {!device && !error && (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {t('loading')}
          </Text>
          <LineSkeletons count={8} height={32} />
        </>
      )}
      {!device && error !== undefined && (
        <ErrorState
          message={t('load_failed')}
          detail={transportText(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {device && (
        <Stale active={stale} since={since}>
          <Tabs value={tab} onChange={openTab} keepMounted={false}>
            <Tabs.List mb="md" aria-label={t('tabs.label')}>
              {SETTINGS_TABS.map((each) => {
                const TabIcon = ICONS[each];
                return (
                  <Tabs.Tab key={each} value={each} leftSection={<TabIcon size={16} aria-hidden />}>
                    {t(`tabs.${each}`)}
                  </Tabs.Tab>
                );
              })}
            </Tabs.List>
            {!online && <Notice tone="warning">{t('offline')}</Notice>}
            <Tabs.Panel value="audio">
              <AudioTab device={device} online={online} />
            </Tabs.Panel>
          </Tabs>
        </Stale>
      )}
      <Group className={classes.footer} justify="space-between" gap="sm">
        {device && <StatusDot status={device.status} />}
        <Button variant="default" ms="auto" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </Group>
    </Modal>
  );
}
