import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Serial } from '@belfry/schemas/domain/serial';
import { isApiError, isServerUnavailable } from '../../../../api/base/api-error.ts';
import { useGetDeviceQuery } from '../../../../api/devices/device-info-api.ts';
import { transportText } from '../../../../api/base/transport-text.ts';
import { ConflictNotice } from '../../../../ui/states/conflict-notice.tsx';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import { useSettingsForm } from '../config/use-settings-form.ts';
import { DialogFooter } from './dialog-footer.tsx';
import { DialogTabs } from './dialog-tabs.tsx';
import { ProblemBox } from './problem-box.tsx';

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
