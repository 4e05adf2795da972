import { Button, Group, Text } from '@mantine/core';
import { IconPlugConnected, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DeviceStatus } from '@belfry/schemas/domain/device';
import { useMobile } from '../../../../lib/hooks/use-mobile.ts';
import { StatusDot } from '../../../../ui/devices/status-dot.tsx';
import classes from '../device-settings.module.css';

type Props = {
  status: DeviceStatus | undefined;
  connected: boolean;
  retries: number;
  refreshing: boolean;
  saving: boolean;
  dirty: boolean;
  onRefresh: () => void;
  onCancel: () => void;
  onSave: () => void;
};

/** The state of device and API, and the buttons of the dialog; see SET-5. */
export function DialogFooter(props: Props) {
  const { status, connected, retries, refreshing, saving, dirty, onRefresh, onCancel, onSave } = props;
  const { t } = useTranslation(['device-settings', 'common']);
  const mobile = useMobile();
  const Plug = connected ? IconPlugConnected : IconPlugConnectedX;
  return (
    <Group className={classes.footer} justify="space-between" gap="sm">
      <Group gap="md" className={classes.indicators}>
        {status && <StatusDot status={status} />}
        <span className={classes.api} data-connected={connected}>
          <Plug size={16} aria-hidden />
          {t(connected ? 'footer.connected' : 'footer.disconnected')}
        </span>
        {retries > 0 && (
          <Text size="sm" c="dimmed">
            {t('footer.retries', { retries })}
          </Text>
        )}
      </Group>
      <Group gap="sm" ms="auto">
        {!mobile && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={refreshing}
            onClick={onRefresh}
          >
            {t('footer.refresh')}
          </Button>
        )}
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button disabled={!dirty} loading={saving} onClick={onSave}>
          {t('footer.save')}
        </Button>
      </Group>
    </Group>
  );
}
