import { Text, Alert, Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Serial } from '@belfry/schemas/domain/serial';
import { isApiError, isServerUnavailable, type ApiError } from '../../../../lib/api/api-error.ts';
import { useGetDeviceQuery } from '../../device-state-api.ts';
import { transportText } from '../../../../lib/api/transport-text.ts';
import { ConflictNotice } from '../../../../ui/states/conflict-notice.tsx';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import { useSettingsForm } from '../config/use-settings-form.ts';
import { DialogTabs } from './dialog-tabs.tsx';
import { IconAlertTriangle, IconPlugConnected, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { isUnreachable, problemOf } from '../config/load-problem.ts';
import type { DeviceStatus } from '@belfry/schemas/domain/device';
import { useMobile } from '../../../../lib/use-breakpoint.ts';
import { StatusDot } from '../../../../ui/devices/device-marks.tsx';
import classes from '../device-settings.module.css';

type Props = { serial: Serial; onCancel: () => void; onDirty: (dirty: boolean) => void };

/** The dialog in its states: loading, what could not be loaded or saved, and the tabs. */
export function DialogContent({ serial, onCancel, onDirty }: Props) {
  const { t } = useTranslation('device-settings');
  const [retries, setRetries] = useState(0);
  const { data: device, error: deviceError, refetch: refetchDevice, isFetching } = useGetDeviceQuery(serial);
  const settings = useSettingsForm(serial);
  const { form, query, conflict, save, saving, saveError } = settings;
  const dirty = form.isDirty();
  useEffect(() => onDirty(dirty), [dirty, onDirty]);

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
        refreshing={query.isFetching || isFetching}
        saving={saving}
        dirty={dirty}
        onRefresh={refresh}
        onCancel={onCancel}
        onSave={() => void save()}
      />
    </>
  );
}

type ProblemBoxProps = {
  error: ApiError;
  /** What failed. */
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
  refreshing: boolean;
  saving: boolean;
  dirty: boolean;
  onRefresh: () => void;
  onCancel: () => void;
  onSave: () => void;
};
/** The state of device and API, and the buttons of the dialog; see SET-5. */
function DialogFooter(props: DialogFooterProps) {
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
