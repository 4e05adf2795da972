import { Button, Drawer, Group } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Serial } from '@belfry/schemas/domain/serial';
import { isApiError } from '../../api/base/api-error.ts';
import { useGetDeviceQuery } from '../../api/devices/device-info-api.ts';
import { transportText } from '../../api/base/transport-text.ts';
import { useReturnFocus } from '../../lib/hooks/use-return-focus.ts';
import { useConnection } from '../../mqtt/connection/use-connection.ts';
import { isDialogAbove } from '../../ui/dialogs/dialog-above.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { Stale } from '../../ui/states/stale.tsx';
import { DetailsTabs } from './components/details/details-tabs.tsx';
import { DeviceSummary } from './components/details/device-summary.tsx';
import { Overview } from './components/details/device-overview.tsx';
import { statusOf } from './load-failure.ts';
import { useRefreshDevice } from './use-refresh-device.ts';
import type { TimelineSlot } from './timeline-slot.ts';
import classes from './device-drawer.module.css';

type Props = {
  serial: Serial;
  timeline?: TimelineSlot | undefined;
  onClose: () => void;
  onEdit?: ((serial: Serial) => void) | undefined;
};

/** Everything about one device, live; see DEV-26. Composes devices, metrics and commands. */
export function DeviceDrawer({ serial, timeline, onClose, onEdit }: Props) {
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
              timeline={timeline && (() => timeline(serial))}
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
