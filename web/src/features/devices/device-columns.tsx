import type { Device } from '@belfry/schemas/http/devices/devices';
import type { ReactNode } from 'react';
import { useLocale, type Locale, type Localized } from '../../lib/i18n.ts';
import { useTimes, type Times } from '../../lib/times.ts';
import { LastSeen, StatusDot } from '../../ui/devices/device-marks.tsx';
import type { Fact } from '../../ui/card.tsx';

type Format = { label: string; locale: Locale; times: Times };

type DeviceColumn = {
  label: Localized;
  /** What the details of the device show beside the label; null: a dash. */
  details: (device: Device, format: Format) => ReactNode;
  /** What the last line of its card in the list shows; absent or null: nothing. */
  card?: (device: Device, format: Format) => string | null;
};

const ACTIVITY: Record<Device['mode'], Localized> = {
  active: { en: 'active', ru: 'активно', de: 'aktiv' },
  inactive: { en: 'inactive', ru: 'неактивно', de: 'inaktiv' },
};
const NOT_BOUND: Localized = { en: 'Not bound', ru: 'Не привязано', de: 'Nicht zugeordnet' };

export const DEVICE_COLUMNS = {
  serial: {
    label: { en: 'Serial', ru: 'Серийный номер', de: 'Seriennummer' },
    details: ({ serial }) => serial,
  },
  status: {
    label: { en: 'Status', ru: 'Статус', de: 'Status' },
    details: ({ status, clock_skew_ms }) => <StatusDot status={status} skewMs={clock_skew_ms} />,
  },
  activity: {
    label: { en: 'Activity', ru: 'Активность', de: 'Aktivität' },
    details: ({ mode }, { locale }) => ACTIVITY[mode][locale],
  },
  mode: {
    label: { en: 'Mode', ru: 'Режим', de: 'Modus' },
    details: ({ device_mode }) => device_mode,
  },
  company: {
    label: { en: 'Company', ru: 'Компания', de: 'Firma' },
    details: ({ company_name, company_id, path }, { locale }) =>
      company_name === null ? (company_id ?? NOT_BOUND[locale]) : [path, company_name].filter(Boolean).join(' / '),
  },
  version: {
    label: { en: 'Version', ru: 'Версия', de: 'Version' },
    details: ({ device_version }) => device_version,
    card: ({ device_version }) => device_version && `v${device_version}`,
  },
  email: {
    label: { en: 'Email', ru: 'Почта', de: 'E-Mail' },
    details: ({ email }) => email,
  },
  tags: {
    label: { en: 'Tags', ru: 'Метки', de: 'Tags' },
    details: ({ tags }) => tags.join(', ') || null,
  },
  address: {
    label: { en: 'IP address', ru: 'IP-адрес', de: 'IP-Adresse' },
    details: ({ ip }) => ip,
  },
  last_seen: {
    label: { en: 'Last seen', ru: 'На связи', de: 'Zuletzt gesehen' },
    details: ({ last_seen }) => <LastSeen at={last_seen} />,
  },
  created: {
    label: { en: 'Registered', ru: 'Добавлено', de: 'Registriert' },
    details: ({ created_at }, { times }) => times.day(created_at),
  },
} as const satisfies Record<string, DeviceColumn>;

export type DeviceColumnId = keyof typeof DEVICE_COLUMNS;

const COLUMNS: [id: string, column: DeviceColumn][] = Object.entries(DEVICE_COLUMNS);
const NOTHING = '–';

export function useDeviceDetails(device: Device): Fact[] {
  const [locale, times] = [useLocale(), useTimes()];
  return COLUMNS.map(([, column]) => {
    const label = column.label[locale];
    return [label, column.details(device, { label, locale, times }) ?? NOTHING];
  });
}

export function DeviceValue({ device, id }: { device: Device; id: DeviceColumnId }) {
  const [locale, times] = [useLocale(), useTimes()];
  const column: DeviceColumn = DEVICE_COLUMNS[id];
  return column.details(device, { label: column.label[locale], locale, times }) ?? NOTHING;
}

export function useCardTexts(device: Device): { id: string; text: string }[] {
  const [locale, times] = [useLocale(), useTimes()];
  return COLUMNS.flatMap(([id, { label, card }]) => {
    const text = card?.(device, { label: label[locale], locale, times });
    return text ? [{ id, text }] : [];
  });
}
