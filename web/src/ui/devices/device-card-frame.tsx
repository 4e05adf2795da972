import type { Device } from '@belfry/schemas/http/devices/devices';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../copy-text.tsx';
import { ClockWarning } from './clock-warning.tsx';
import classes from './device-card.module.css';
import { DeviceTypeIcon } from './device-type-icon.tsx';
import { LastSeen } from './last-seen.tsx';
import { StatusDot } from './status-dot.tsx';

type FrameProps = { device: Device; className: string | undefined; selected?: boolean; children: ReactNode };

/** The card of one device; `className` may style it by `data-status`, `data-mode` and `data-selected`. */
export function DeviceCardFrame({ device, className, selected = false, children }: FrameProps) {
  const { t } = useTranslation('ui');
  return (
    <article
      className={`${classes.card} ${className ?? ''}`}
      data-status={device.status}
      data-mode={device.device_mode}
      data-selected={selected || undefined}
      aria-label={t('device.label', { serial: device.serial })}
    >
      {children}
    </article>
  );
}

type TitleProps = {
  device: Device;
  /** Shown where the device has no name. */
  unnamed: string;
  children?: ReactNode;
};

/** Device type and name, with `children` at the end of the line; below it the serial number, which a click copies. */
export const DeviceCardTitle = ({ device, unnamed, children }: TitleProps) => (
  <header>
    <div className={classes.row}>
      <DeviceTypeIcon type={device.device_type} />
      <span className={classes.name} title={device.name ?? undefined}>
        {device.name ?? unnamed}
      </span>
      {children}
    </div>
    <CopyText className={classes.serial} value={device.serial} />
  </header>
);

type StateProps = { status: string; lastSeen: string | null; skewMs: number | null; children?: ReactNode };

/** Status, and at the end of the line when the device was last seen; below it that its clock is wrong. */
export const DeviceCardState = ({ status, lastSeen, skewMs, children }: StateProps) => (
  <>
    <div className={classes.row}>
      <StatusDot status={status} skewMs={skewMs} />
      {children}
      <span className={classes.seen}>
        <LastSeen at={lastSeen} />
      </span>
    </div>
    <ClockWarning skewMs={skewMs} />
  </>
);

export const DeviceModeBadge = ({ device }: { device: Device }) => (
  <span className={classes.mode}>{device.device_mode}</span>
);

type FooterProps = { className?: string | undefined; children?: ReactNode; actions: ReactNode };

/** The last line of a card, with its buttons at the end. */
export const DeviceCardFooter = ({ className = '', children, actions }: FooterProps) => (
  <footer className={`${classes.footer} ${className}`}>
    {children}
    <span className={classes.actions}>{actions}</span>
  </footer>
);
