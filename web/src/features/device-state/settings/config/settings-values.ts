import {
  DEFAULT_DEVICE_SETTINGS,
  type DeviceConfiguration,
  type DeviceSettings,
} from '@belfry/schemas/domain/configuration';
import { fieldStateOf } from './field-state.ts';

/** The form of the dialog; an empty text stands for none, an empty password for an unchanged one. */
export type SettingsValues = Pick<
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

/** An integer from −12 to 14; what is none becomes the default 0. */
export function utcOf(value: number | string): number {
  const number = Math.trunc(Number(value));
  return Number.isFinite(number) ? Math.min(UTC_MAX, Math.max(UTC_MIN, number)) : DEFAULT_DEVICE_SETTINGS.utc;
}

/** Only what was changed. A network is sent with its password, which is none for an open one. */
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
