import type { Device } from '@belfry/schemas/http/devices/devices';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { CopyText } from '../copy-text.tsx';
import { ClockMark } from './clock-mark.tsx';
import { TwinMark } from './twin-mark.tsx';
import { ClockWarning, DeviceTypeIcon, LastSeen, NodeAbove, StatusDot } from './device-marks.tsx';
import classes from './device-card.module.css';
import metrics from './device-card.module.css';
import card from './device-card.module.css';
import { Skeleton } from '@mantine/core';
import { PLAYER_CHANNELS } from '@belfry/schemas/domain/player';
import { isHigh } from '@belfry/schemas/domain/thresholds';
import type { MetricRecord } from '@belfry/schemas/http/metrics/metrics';
import { formatCelsius, formatPercent } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { Gauge } from '../gauge.tsx';

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
  unnamed: string;
  children?: ReactNode;
};

export const DeviceCardTitle = ({ device, unnamed, children }: TitleProps) => (
  <header>
    <div className={classes.row}>
      <DeviceTypeIcon type={device.device_type} />
      <NodeAbove path={device.path} />
      <span className={classes.name} title={device.name ?? undefined}>
        {device.name ?? unnamed}
      </span>
      {children}
    </div>
    <CopyText className={classes.serial} value={device.serial} />
  </header>
);

type StateProps = { status: string; device: Device; children?: ReactNode };

export const DeviceCardState = ({ status, device, children }: StateProps) => (
  <>
    <div className={classes.row}>
      <StatusDot status={status} skewMs={device.clock_skew_ms} />
      {children}
      <span className={classes.seen}>
        <LastSeen at={device.last_seen} />
      </span>
    </div>
    <ClockWarning skewMs={device.clock_skew_ms} />
    <ClockMark clock={device} />
    <TwinMark twin={device.twin} />
  </>
);

export const DeviceModeBadge = ({ device }: { device: Device }) => (
  <span className={classes.mode}>{device.device_mode}</span>
);

type FooterProps = { className?: string | undefined; children?: ReactNode; actions: ReactNode };

export const DeviceCardFooter = ({ className = '', children, actions }: FooterProps) => (
  <footer className={`${classes.footer} ${className}`}>
    {children}
    <span className={classes.actions}>{actions}</span>
  </footer>
);

/** The placeholder of a card with metrics and players, as high as the card, so that nothing moves when it arrives. */
export const DeviceCardSkeleton = () => (
  <div className={card.card} aria-hidden>
    <Skeleton height={24} width="75%" />
    <Skeleton height={18} width="55%" />
    <Skeleton height={20} />
    <div className={metrics.metrics}>
      {PLAYER_CHANNELS.map((channel) => (
        <Skeleton key={channel} height={47} />
      ))}
    </div>
    {PLAYER_CHANNELS.map((channel) => (
      <Skeleton key={channel} height={22} />
    ))}
    <Skeleton height={28} width={60} ms="auto" />
  </div>
);

const NOTHING = '–';

export function CardMetrics({ metrics }: { metrics: MetricRecord | null }) {
  const { t } = useTranslation('ui');
  const locale = useLocale();
  const cpu = metrics?.cpu_usage_percent ?? null;
  const memory = metrics?.memory_usage_percent ?? null;
  const celsius = metrics?.cpu_temperature ?? null;
  // A device without sensors, such as a browser.
  if (metrics && cpu === null && memory === null && celsius === null) return null;
  return (
    <div className={classes.metrics}>
      <Gauge
        label={t('metrics.cpu')}
        text={cpu === null ? NOTHING : formatPercent(cpu, locale)}
        percent={cpu}
        warning={cpu !== null && isHigh.cpu(cpu) && t('metrics.warning')}
      />
      <Gauge
        label={t('metrics.memory')}
        text={memory === null ? NOTHING : formatPercent(memory, locale)}
        percent={memory}
        warning={memory !== null && isHigh.memory(memory) && t('metrics.warning')}
      />
      <Gauge
        label={t('metrics.temp')}
        text={celsius === null ? NOTHING : formatCelsius(celsius, locale)}
        percent={celsius}
        warning={celsius !== null && isHigh.temperature(celsius) && t('metrics.warning')}
      />
    </div>
  );
}
