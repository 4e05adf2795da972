import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { clockState, DEVICE_STATUSES, type DeviceStatus } from '@belfry/schemas/domain/device';
import classes from './status-dot.module.css';

const KNOWN: ReadonlySet<string> = new Set(DEVICE_STATUSES);

/** @param skewMs by how much the clock of the device is ahead: one that is wrong is not shown as working */
type Props = { status: string; skewMs?: number | null };

/** A coloured dot and its text; an unknown status is grey; see DEV-3. */
export function StatusDot({ status, skewMs = null }: Props) {
  const { t } = useTranslation('ui');
  const shown = KNOWN.has(status) ? (status as DeviceStatus) : 'unknown';
  if (shown === 'online' && clockState(skewMs) === 'wrong')
    return <StatusText status="wrong_clock">{t('device.clock.wrong')}</StatusText>;
  return <StatusText status={shown}>{t(`device.status.${shown}`)}</StatusText>;
}

/** A dot in the colour of a device status, and any text. */
type TextProps = { status: DeviceStatus | 'unknown' | 'wrong_clock'; children: string };
export const StatusText = ({ status, children }: TextProps) => (
  <span className={classes.status}>
    <span className={classes.dot} data-status={status} aria-hidden />
    {children}
  </span>
);

/** The dot alone; its text is a tooltip and for screen readers. */
export const StatusMark = ({ status, label }: { status: DeviceStatus | 'unbound'; label: string }) => (
  <span className={classes.dot} data-status={status} title={label}>
    <VisuallyHidden>{label}</VisuallyHidden>
  </span>
);
