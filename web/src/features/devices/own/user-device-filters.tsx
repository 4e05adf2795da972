import { useTranslation } from '../../../lib/translation.ts';
import { DeviceFilterSelects, FilterBar, FilterSelect } from '../../../ui/filters/filter-bar.tsx';
import classes from './user-device-filters.module.css';
import { DEVICE_TYPES } from '@belfry/schemas/domain/device';
import { isTag } from '@belfry/schemas/domain/tags';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { z } from 'zod';
import { addressFilters } from '../../../lib/list-address.ts';

type Props = {
  filters: UserDeviceChoices;
  tags: readonly string[];
  resettable: boolean;
  onChange: (change: Partial<UserDeviceChoices>) => void;
  onKeep: (change: Partial<UserDeviceChoices>) => void;
  onReset: () => void;
};

/** Filters of the user's own devices by type, status, mode, binding and note; see DEV-33. */
export function UserDeviceFilters({ filters, tags, resettable, onChange, onKeep, onReset }: Props) {
  const { t } = useTranslation(['user-devices', 'ui']);
  const all = t('ui:filters.all');
  return (
    <FilterBar
      className={classes.bar}
      search={{
        label: t('filters.note'),
        placeholder: t('filters.note_hint'),
        value: filters.note,
        onChange: (note) => onChange({ note }),
        onLeave: (note) => onKeep({ note }),
      }}
      reset={{ onReset, enabled: resettable }}
      active={countFilters(filters)}
    >
      <DeviceFilterSelects
        choices={{ type: TYPE_CHOICES, status: STATUS_CHOICES, mode: MODE_CHOICES }}
        value={filters}
        onChange={onChange}
      />
      <FilterSelect
        label={t('filters.bind')}
        choices={BIND_CHOICES}
        value={filters.bind}
        labelOf={(bind) => (bind === 'all' ? all : t(`bind.${bind}`))}
        onChange={(bind) => onChange({ bind })}
      />
      <FilterSelect
        label={t('filters.tag')}
        choices={[...new Set(['', ...tags, filters.tag])]}
        value={filters.tag}
        labelOf={(tag) => tag || all}
        onChange={(tag) => onChange({ tag })}
      />
    </FilterBar>
  );
}

const TYPE_CHOICES = ['all', ...DEVICE_TYPES] as const;
const STATUS_CHOICES = ['all', 'online', 'offline'] as const;
const MODE_CHOICES = ['all', 'new', 'wait', 'ok'] as const;
const BIND_CHOICES = ['all', 'bound', 'unbound'] as const;

const filtersSchema = z.object({
  type: z.enum(TYPE_CHOICES).catch('all'),
  status: z.enum(STATUS_CHOICES).catch('all'),
  mode: z.enum(MODE_CHOICES).catch('all'),
  bind: z.enum(BIND_CHOICES).catch('all'),
  tag: z.string().refine(isTag).catch(''),
  note: z.string().trim().max(200).catch(''),
});
type UserDeviceChoices = z.infer<typeof filtersSchema>;

export const userDeviceAddress = addressFilters(filtersSchema);

const NAMES = Object.keys(userDeviceAddress.defaults) as (keyof UserDeviceChoices)[];

const countFilters = (filters: UserDeviceChoices): number =>
  NAMES.filter((name) => filters[name] !== userDeviceAddress.defaults[name]).length;

/** A device is bound while it belongs to a node of the tree; see DEV-34. */
export const isBound = ({ company_id }: Pick<Device, 'company_id'>): boolean => company_id !== null;

/** The shown status; without one the device is offline; see DEV-3. */
export const shownStatus = (status: string | null | undefined): string => status ?? 'offline';

const contains = (text: string | null, part: string): boolean =>
  (text ?? '').toLowerCase().includes(part.toLowerCase());

/** Whether a device matches every filter; the text is searched in note, name, host name and serial number, in any case. */
export function passes(device: Device, { type, status, mode, bind, tag, note }: UserDeviceChoices): boolean {
  return (
    (type === 'all' || device.device_type === type) &&
    (status === 'all' || shownStatus(device.status) === status) &&
    (mode === 'all' || device.device_mode === mode) &&
    (bind === 'all' || isBound(device) === (bind === 'bound')) &&
    (tag === '' || device.tags.includes(tag)) &&
    [device.note, device.name, device.hostname, device.serial].some((text) => contains(text, note))
  );
}

const NOTE_PREVIEW = 50;

/** The first 50 characters of a note; see DEV-34. */
export function notePreview(note: string): string {
  const signs = Array.from(note);
  return signs.length <= NOTE_PREVIEW ? note : `${signs.slice(0, NOTE_PREVIEW).join('')}…`;
}

export function countDevices(devices: readonly Device[]) {
  const count = (test: (device: Device) => boolean): number => devices.filter(test).length;
  return {
    total: devices.length,
    online: count(({ status }) => status === 'online'),
    maintenance: count(({ status }) => status === 'maintenance'),
    offline: count(({ status }) => shownStatus(status) === 'offline'),
    bound: count(isBound),
    unbound: count((device) => !isBound(device)),
    waiting: count(({ device_mode }) => device_mode === 'wait'),
  };
}
