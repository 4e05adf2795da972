import { Badge, Group, VisuallyHidden } from '@mantine/core';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { useTranslation } from '../../lib/translation.ts';
import {
  clockState,
  DEVICE_STATUSES,
  type DeviceStatus,
  deviceTypeSchema,
  type DeviceType,
} from '@belfry/schemas/domain/device';
import classes from './device-marks.module.css';
import {
  IconAlertTriangle,
  IconBox,
  IconDatabase,
  IconDeviceSpeaker,
  IconDeviceTv,
  IconNetwork,
  type Icon,
  IconClockExclamation,
} from '@tabler/icons-react';
import { useLocale, useTexts } from '../../lib/i18n.ts';
import { formatAgo } from '../../lib/format.ts';
import { useTimes } from '../../lib/times.ts';
import { useNow } from '../../lib/timers.ts';

const KNOWN: ReadonlySet<string> = new Set(DEVICE_STATUSES);

/** @param skewMs by how much the clock of the device is ahead: one that is wrong is not shown as working */
type StatusDotProps = { status: string; skewMs?: number | null };

/** A coloured dot and its text; an unknown status is grey; see DEV-3. */
export function StatusDot({ status, skewMs = null }: StatusDotProps) {
  const { t } = useTranslation('ui');
  const visible = KNOWN.has(status) ? (status as DeviceStatus) : 'unknown';
  if (visible === 'online' && clockState(skewMs) === 'wrong')
    return <StatusText status="wrong_clock">{t('device.clock.wrong')}</StatusText>;
  return <StatusText status={visible}>{t(`device.status.${visible}`)}</StatusText>;
}

type TextProps = { status: DeviceStatus | 'unknown' | 'wrong_clock'; children: string };
export const StatusText = ({ status, children }: TextProps) => (
  <span className={classes.status}>
    <span className={classes.dot} data-status={status} aria-hidden />
    {children}
  </span>
);

/** The dot alone; its text is a tooltip and for screen readers. */
export const StatusMark = ({ status, label }: { status: DeviceStatus | 'unbound' | 'unknown'; label: string }) => (
  <span className={classes.dot} data-status={status} title={label}>
    <VisuallyHidden>{label}</VisuallyHidden>
  </span>
);

/** The name of the node directly above, in grey before the name of a device. @param path the names above, with “ / ” between them */
export const NodeAbove = ({ path }: { path: string }) =>
  path !== '' && (
    <>
      <span className={classes.above} title={path}>
        {path.split(' / ').at(-1)} /
      </span>{' '}
    </>
  );

type Props = { name: string | null; serial: string; path?: string; className?: string | undefined };

/**
 * The name of a device, with its serial number second; a device without a name has the serial number only; see DEV-67.
 */
export const DeviceName = ({ name, serial, path = '', className = '' }: Props) => (
  <span className={`${classes.device} ${className}`}>
    {name !== null && name !== serial && (
      <>
        <NodeAbove path={path} />
        <span className={classes.name} title={name}>
          {name}
        </span>{' '}
      </>
    )}
    <span className={classes.serial}>{serial}</span>
  </span>
);

const ICONS: Record<DeviceType, Icon> = {
  audio: IconDeviceSpeaker,
  video: IconDeviceTv,
  network: IconNetwork,
  storage: IconDatabase,
  other: IconBox,
};

/** The icon of a device type; an unknown one shows a warning; see DEV-4. */
export function DeviceTypeIcon({ type }: { type: string }) {
  const { t } = useTranslation('ui');
  const knownType = deviceTypeSchema.safeParse(type).data;
  const TypeIcon = knownType ? ICONS[knownType] : IconAlertTriangle;
  const label = t(`device.type.${knownType ?? 'unknown'}`);
  return (
    <span className={classes.icon} title={label}>
      <TypeIcon size={18} stroke={1.75} aria-hidden />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}

const TICK_MS = 5_000;

/** The time since a device was last seen. Re-renders by itself, on a timer that all share, so that its card does not. */
export function LastSeen({ at }: { at: string | null }) {
  const { t } = useTranslation('ui');
  const locale = useLocale();
  const times = useTimes();
  const now = useNow(TICK_MS);
  if (at === null) return <span>{t('device.never_seen')}</span>;
  return (
    <time dateTime={at} title={t('device.last_seen', { when: times.moment(at) })}>
      {formatAgo(at, now, locale)}
    </time>
  );
}

export function TagList({ tags }: { tags: readonly string[] }) {
  const label = useTexts({ en: 'Tags', ru: 'Метки', de: 'Tags' });
  if (tags.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={label} title={tags.join(', ')}>
      {tags.map((tag) => (
        <li key={tag} className={classes.tag}>
          {tag}
        </li>
      ))}
    </ul>
  );
}

/** Warns that the clock of a device is wrong, since schedules are played by it; nothing where it is right. */
export function ClockWarning({ skewMs }: { skewMs: number | null }) {
  const text = useClockText()(skewMs);
  if (text === null) return null;
  return (
    <span className={classes.warning} data-clock={clockState(skewMs)}>
      <IconClockExclamation size={16} aria-hidden />
      {text}
    </span>
  );
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** Writes by how much the clock of a device is wrong, as "The clock is 3 minutes behind"; null where it is right. */
export function useClockText(): (skewMs: number | null) => string | null {
  const { t } = useTranslation('ui');
  const locale = useLocale();
  return (skewMs) => {
    if (skewMs === null || clockState(skewMs) === 'right') return null;
    const difference = Math.abs(skewMs);
    const [unit, unitMs] = UNITS.find(([, ms]) => difference >= 2 * ms) ?? UNITS[3];
    const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
    const time = format.format(Math.round(difference / unitMs));
    return t(skewMs > 0 ? 'device.clock.ahead' : 'device.clock.behind', { time });
  };
}

/** The relays and others of a device, and what each is; nothing for a device without. */
export function OutputList({ outputs }: Pick<Device, 'outputs'>) {
  const { t } = useTranslation('ui');
  const named = Object.entries(outputs).sort(([one], [other]) => one.localeCompare(other));
  if (named.length === 0) return null;
  return (
    <Group component="ul" gap="xs" aria-label={t('device.output.label')} p={0} m={0}>
      {named.map(([name, { state }]) => (
        <Badge key={name} component="li" tt="none" variant={state === 'off' ? 'default' : 'filled'}>
          {name}: {t(`device.output.${state}`)}
        </Badge>
      ))}
    </Group>
  );
}
