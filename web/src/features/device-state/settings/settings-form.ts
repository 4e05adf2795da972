import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import {
  deviceConfigurationSchema,
  type DeviceConfiguration,
  DEFAULT_DEVICE_SETTINGS,
  type DeviceSettings,
} from '@belfry/schemas/domain/configuration';
import type { Serial } from '@belfry/schemas/domain/serial';
import { isApiError, type ApiError } from '../../../lib/api/api-error.ts';
import { storedObjectOf, useEditConflict } from '../../../lib/edit-conflict.ts';
import { useGetDeviceConfigurationQuery, useSaveDeviceSettingsMutation } from '../device-config-api.ts';
import { useExpiringState } from '../../../lib/timers.ts';
import { useFormDraft } from '../../../lib/use-form-draft.ts';
import { toast } from '../../../ui/toast.ts';
import { ERROR_MS, SUCCESS_MS } from './timings.ts';

export type SettingsForm = ReturnType<typeof useSettingsForm>;
type Name = keyof SettingsValues;

/** The configuration of a device in a form: sends what was changed, and shows what others change while it is open; see SET-13. */
export function useSettingsForm(serial: Serial) {
  const { t } = useTranslation('device-settings');
  const query = useGetDeviceConfigurationQuery(serial);
  const { data: configuration, refetch } = query;
  const [send, { isLoading: saving }] = useSaveDeviceSettingsMutation();
  const form = useForm<SettingsValues>({ initialValues: valuesOf(configuration) });
  const conflict = useEditConflict(form);
  const [saveError, showSaveError, clearSaveError] = useExpiringState<ApiError>();
  const { wifi_pass: _secret, ...typed } = form.values;
  const draft = useFormDraft({
    name: configuration ? `device-settings:${serial}` : null,
    values: typed,
    opened: form.getInitialValues(),
    dirty: form.isDirty(),
    restore: form.setValues,
  });
  const version = useRef(configuration?.version);

  const begin = (current: DeviceConfiguration, typed: Partial<SettingsValues> = {}): void => {
    version.current = current.version;
    const values = valuesOf(current);
    form.setInitialValues(values);
    form.setValues({ ...values, ...typed });
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
      draft.forget();
      begin(data, Object.fromEntries(Object.entries(typed).filter(([name]) => !names.includes(name as Name))));
      toast('success', t('saved'), { durationMs: SUCCESS_MS, corner: 'top-right' });
      return;
    }
    const current = storedObjectOf(error, deviceConfigurationSchema);
    // What somebody else has changed may be no part of this form.
    if (current && current.version !== revision) return rebase(current) === 0 ? save(names) : undefined;
    if (isApiError(error)) showSaveError(error, ERROR_MS);
  };
  return { form, configuration, query, conflict, draft, save, saving, saveError };
}

/** The form of the dialog; an empty text stands for none, an empty password for an unchanged one. */
type SettingsValues = Pick<
  DeviceSettings,
  'voices_lang_deff' | 'voices_voice_deff' | 'time_zone' | 'reboot_at_night' | 'update_at_night'
> &
  Record<'current_radio_url' | 'ws_url' | 'wifi_login' | 'wifi_pass', string> & {
    /** A number field holds a text while it is typed. */
    utc: number | string;
  };

const UTC_MIN = -12;
const UTC_MAX = 14;

type Open = Omit<DeviceSettings, 'wifi_pass'>;

/** The values of a configuration, or of the defaults where it could not be loaded. */
export function valuesOf(configuration: DeviceConfiguration | undefined): SettingsValues {
  const settings: Open = configuration ?? DEFAULT_DEVICE_SETTINGS;
  return {
    voices_lang_deff: settings.voices_lang_deff,
    voices_voice_deff: settings.voices_voice_deff,
    time_zone: settings.time_zone,
    utc: settings.utc,
    reboot_at_night: settings.reboot_at_night,
    update_at_night: settings.update_at_night,
    current_radio_url: settings.current_radio_url ?? '',
    ws_url: settings.ws_url ?? '',
    wifi_login: networkInForce(configuration) ?? '',
    wifi_pass: '',
  };
}

/** The SSID that the device uses: not the saved one while the device refuses it; see SET-15. Null for the default network. */
export function networkInForce(configuration: DeviceConfiguration | undefined): string | null {
  if (!configuration) return null;
  const { reported, wifi_login } = configuration;
  const isRefused = fieldStateOf(configuration, 'wifi_login')?.kind === 'rejected';
  return isRefused ? (reported?.wifi_login ?? null) : wifi_login;
}

/** An integer from −12 to 14; anything else becomes the default 0. */
export function utcOf(value: number | string): number {
  const number = Math.trunc(Number(value));
  return Number.isFinite(number) ? Math.min(UTC_MAX, Math.max(UTC_MIN, number)) : DEFAULT_DEVICE_SETTINGS.utc;
}

/** Only what was changed. A network is sent with its password, which an open one does not have. */
export function changedSettings(values: SettingsValues, opened: SettingsValues): Partial<DeviceSettings> {
  const { utc, current_radio_url, ws_url, wifi_login, wifi_pass, ...plain } = values;
  const text = (value: string): string | null => value.trim() || null;
  const settings: DeviceSettings = {
    ...DEFAULT_DEVICE_SETTINGS,
    ...plain,
    utc: utcOf(utc),
    current_radio_url: text(current_radio_url),
    ws_url: text(ws_url),
    wifi_login: text(wifi_login),
    wifi_pass: wifi_pass || null,
  };
  const changed = new Set<string>(
    (Object.keys(values) as (keyof SettingsValues)[]).filter((name) => values[name] !== opened[name]),
  );
  if (changed.has('wifi_login') || changed.has('wifi_pass')) changed.add('wifi_login').add('wifi_pass');
  return Object.fromEntries(Object.entries(settings).filter(([name]) => changed.has(name)));
}

/** What has become of a saved setting on the device; see SET-12. */
export type FieldState = { kind: 'applied' } | { kind: 'pending' } | { kind: 'rejected'; reason: string };

/** Null where nobody has saved the setting, or the device has not reported anything about it. */
export function fieldStateOf(
  { version, reported, ...desired }: DeviceConfiguration,
  field: keyof DeviceSettings,
): FieldState | null {
  if (version === 0) return null;
  if (!reported || reported.version < version) return { kind: 'pending' };
  const reason = reported.rejected?.[field];
  if (reason !== undefined) return { kind: 'rejected', reason };
  if (field === 'wifi_pass') return null;
  if (field === 'wifi_login' && reported.wifi_joining === true) return { kind: 'pending' };
  const value = reported[field];
  if (value === undefined) return null;
  return value === desired[field] ? { kind: 'applied' } : { kind: 'pending' };
}
