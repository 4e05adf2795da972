import { useTranslation } from '../../../lib/translation.ts';
import type { Serial } from '@belfry/schemas/domain/serial';
import { useMobile } from '../../../lib/use-breakpoint.ts';
import { useReturnFocus } from '../../../lib/focus.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useReportedDirty } from '../../../ui/dialogs/use-reported-dirty.ts';
import classes from './device-settings.module.css';
import { Text, Alert, Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { isApiError, isServerUnavailable, type ApiError } from '../../../lib/api/api-error.ts';
import { useGetDeviceQuery } from '../device-state-api.ts';
import { transportText } from '../../../lib/api/transport-text.ts';
import { DraftOffer } from '../../../ui/draft-offer.tsx';
import { ConflictNotice } from '../../../ui/states/conflict-notice.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { useSettingsForm } from './settings-form.ts';
import { DialogTabs } from './dialog-tabs.tsx';
import { IconAlertTriangle, IconPlugConnected, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { isUnreachable, problemOf } from './use-dialog-commands.ts';
import type { DeviceStatus } from '@belfry/schemas/domain/device';
import { StatusDot } from '../../../ui/devices/device-marks.tsx';

/** Device Settings: players, network, system and what the device reports; see SET-1. */
export function DeviceSettings({ serial, onClose }: { serial: Serial; onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation('device-settings');
  const mobile = useMobile();
  const title = (
    <>
      {t('title')} <span className={classes.serial}>{serial}</span>
    </>
  );
  return (
    <FormDialog title={title} size={760} fullScreen={mobile} param="settings" onClose={onClose}>
      {(parts) => <DialogContent serial={serial} {...parts} />}
    </FormDialog>
  );
}

type Props = { serial: Serial; onCancel: () => void; onDirty: (dirty: boolean) => void };

function DialogContent({ serial, onCancel, onDirty }: Props) {
  const { t } = useTranslation(['device-settings', 'common']);
  const mobile = useMobile();
  const [retries, setRetries] = useState(0);
  const { data: device, error: deviceError, refetch: refetchDevice, isFetching } = useGetDeviceQuery(serial);
  const settings = useSettingsForm(serial);
  const { form, query, conflict, draft, save, saving, saveError } = settings;
  const dirty = form.isDirty();
  useReportedDirty(dirty, onDirty);

  const refresh = (): void => {
    void refetchDevice();
    void query.refetch();
  };
  const retry = (): void => {
    setRetries((count) => count + 1);
    refresh();
  };
  const loadError = isApiError(query.error) ? query.error : null;
  const isLoading = !device ? deviceError === undefined : !query.data && !loadError;
  return (
    <>
      {isLoading && (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {t('loading')}
          </Text>
          <LineSkeletons count={8} height={32} />
        </>
      )}
      {!isLoading && loadError && (
        <ProblemBox error={loadError} action="load" retries={retries} retrying={query.isFetching} onRetry={retry} />
      )}
      {saveError && <ProblemBox error={saveError} action="save" retries={0} retrying={false} />}
      <DraftOffer draft={draft} />
      <ConflictNotice
        conflicts={conflict.conflicts}
        labelOf={(field) => t(`field.name.${field}`)}
        onTake={conflict.take}
      />
      {!device && !isLoading && (
        <ErrorState
          message={t('load_failed')}
          detail={transportText(deviceError)}
          onRetry={retry}
          retrying={isFetching}
        />
      )}
      {device && !isLoading && <DialogTabs device={device} settings={settings} />}
      <DialogFooter
        status={device?.status}
        connected={!isServerUnavailable(query.error) && !isServerUnavailable(deviceError)}
        retries={retries}
      >
        {!mobile && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={query.isFetching || isFetching}
            onClick={refresh}
          >
            {t('footer.refresh')}
          </Button>
        )}
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button disabled={!dirty} loading={saving} onClick={() => void save()}>
          {t('footer.save')}
        </Button>
      </DialogFooter>
    </>
  );
}

type ProblemBoxProps = {
  error: ApiError;
  action: 'load' | 'save';
  retries: number;
  retrying: boolean;
  onRetry?: () => void;
};
/** What went wrong with a call, under a heading by its kind; see SET-4. */
function ProblemBox({ error, action, retries, retrying, onRetry }: ProblemBoxProps) {
  const { t } = useTranslation('device-settings');
  const problem = problemOf(error);
  const isMissing = error.status === 404;
  const textOf = (): string =>
    problem === 'configuration' ? t(`problem.configuration.${action}`) : t(`problem.${problem}.text`);
  return (
    <Alert
      color={isMissing && action === 'load' ? 'warning' : 'error'}
      variant="light"
      mb="md"
      role="alert"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t(`problem.${problem}.title`)}
    >
      <Text size="sm">{isMissing ? t(`problem.missing.${action}`) : textOf()}</Text>
      {!isMissing && error.message !== '' && problem === 'configuration' && <Text size="sm">{error.message}</Text>}
      {action === 'load' && isUnreachable(error) && (
        <Text size="sm" mt={4}>
          {t('problem.tip')}
        </Text>
      )}
      {action === 'save' && !isMissing && (
        <Text size="sm" mt={4}>
          {t(problem === 'timeout' ? 'problem.unknown_saved' : 'problem.not_saved')}
        </Text>
      )}
      {onRetry && (
        <Button mt="xs" size="xs" variant="light" color="error" loading={retrying} onClick={onRetry}>
          {retries > 0 ? t('problem.retry_count', { retries }) : t('problem.retry')}
        </Button>
      )}
    </Alert>
  );
}

type DialogFooterProps = {
  status: DeviceStatus | undefined;
  connected: boolean;
  retries: number;
  children: ReactNode;
};
/** The state of device and API, and the buttons of the dialog; see SET-5. */
function DialogFooter({ status, connected, retries, children }: DialogFooterProps) {
  const { t } = useTranslation('device-settings');
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
        {children}
      </Group>
    </Group>
  );
}
