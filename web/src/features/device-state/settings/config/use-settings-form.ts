import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceConfigurationSchema, type DeviceConfiguration } from '@belfry/schemas/domain/configuration';
import type { Serial } from '@belfry/schemas/domain/serial';
import { isApiError, type ApiError } from '../../../../lib/api/api-error.ts';
import { useGetDeviceConfigurationQuery, useSaveDeviceSettingsMutation } from '../../device-config-api.ts';
import { useEditConflict, storedObjectOf } from '../../../../lib/edit-conflict.ts';
import { useExpiringState } from '../../../../lib/timers.ts';
import { toast } from '../../../../ui/toast.ts';
import { ERROR_MS, SUCCESS_MS } from '../timings.ts';
import { changedSettings, valuesOf, type SettingsValues } from './settings-values.ts';

export type SettingsForm = ReturnType<typeof useSettingsForm>;
type Name = keyof SettingsValues;

/** The configuration of a device in a form: sends what was changed, and shows what others change meanwhile; see SET-13. */
export function useSettingsForm(serial: Serial) {
  const { t } = useTranslation('device-settings');
  const query = useGetDeviceConfigurationQuery(serial);
  const { data: configuration, refetch } = query;
  const [send, { isLoading: saving }] = useSaveDeviceSettingsMutation();
  const form = useForm<SettingsValues>({ initialValues: valuesOf(configuration) });
  const conflict = useEditConflict(form);
  const [saveError, showSaveError, clearSaveError] = useExpiringState<ApiError>();
  /** The version that the form began with. */
  const version = useRef(configuration?.version);

  const begin = (current: DeviceConfiguration, kept: Partial<SettingsValues> = {}): void => {
    version.current = current.version;
    const values = valuesOf(current);
    form.setInitialValues(values);
    form.setValues({ ...values, ...kept });
    conflict.clear();
  };
  const rebase = (current: DeviceConfiguration): number => {
    version.current = current.version;
    void refetch();
    return conflict.rebase(valuesOf(current));
  };

  useEffect(() => {
    // After a save or a conflict the form is ahead of the cache.
    if (!configuration || configuration.version <= (version.current ?? -1)) return;
    if (form.isDirty()) rebase(configuration);
    else begin(configuration);
  });
  // The device reports later, and without a new version, that it returned to its previous network.
  const network = valuesOf(configuration).wifi_login;
  useEffect(() => {
    const initial = form.getInitialValues();
    if (configuration?.version !== version.current || initial.wifi_login === network) return;
    if (!form.isDirty('wifi_login')) form.setFieldValue('wifi_login', network);
    form.setInitialValues({ ...initial, wifi_login: network });
  });
  // A report of a later version means that somebody else has saved one.
  const isOutdated = configuration?.reported != null && configuration.reported.version > configuration.version;
  useEffect(() => {
    if (isOutdated) void refetch();
  }, [isOutdated, refetch]);

  const save = async (names = Object.keys(form.getValues()) as Name[]): Promise<void> => {
    const typed = form.getValues();
    const initial = form.getInitialValues();
    const saved = { ...initial, ...Object.fromEntries(names.map((name) => [name, typed[name]])) };
    const settings = changedSettings(saved, initial);
    clearSaveError();
    const revision = version.current;
    const { data, error } = await send({ serial, settings, ...(revision !== undefined && { revision }) });
    if (data) {
      begin(data, Object.fromEntries(Object.entries(typed).filter(([name]) => !names.includes(name as Name))));
      toast('success', t('saved'), { durationMs: SUCCESS_MS, corner: 'top-right' });
      return;
    }
    const current = storedObjectOf(error, deviceConfigurationSchema);
    // What somebody else has changed may be no part of this form.
    if (current && current.version !== revision) return rebase(current) === 0 ? save(names) : undefined;
    if (isApiError(error)) showSaveError(error, ERROR_MS);
  };
  return { form, configuration, query, conflict, save, saving, saveError };
}
