import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isHigh } from '@belfry/schemas/domain/thresholds';
import type { MetricRecord } from '@belfry/schemas/http/metrics/metrics';
import type { Serial } from '@belfry/schemas/domain/serial';
import { formatCelsius, formatPercent } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useTimes } from '../../../lib/times.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Gauge } from '../../../ui/gauge.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { useGetMetricsQuery } from '../metrics-api.ts';
import { metricsFailure } from '../metrics-failure.ts';
import classes from './system-metrics.module.css';

/** The last record of a device, live; see DEV-30 for the warning colours. */
export function SystemMetrics({ serial }: { serial: Serial }) {
  const { t } = useTranslation(['metrics', 'ui']);
  const { data, error, isFetching, refetch } = useGetMetricsQuery(serial);
  if (!data && error) {
    return <ErrorState message={metricsFailure(error, t)} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data) return <LineSkeletons count={4} height={28} />;
  const last = data[0];
  return last ? (
    <MetricValues record={last} />
  ) : (
    <Text size="sm" c="dimmed">
      {t('none')}
    </Text>
  );
}

function MetricValues({ record }: { record: MetricRecord }) {
  const { t } = useTranslation(['metrics', 'ui']);
  const locale = useLocale();
  const times = useTimes();
  const { cpu_usage_percent: cpu, memory_usage_percent: memory, disk_usage_percent: disk } = record;
  const celsius = record.cpu_temperature;
  const warn = (high: boolean): string | false => high && t('ui:metrics.warning');
  return (
    <>
      <div className={classes.gauges}>
        <Gauge
          label={t('ui:metrics.cpu')}
          text={formatPercent(cpu, locale)}
          percent={cpu}
          warning={warn(isHigh.cpu(cpu))}
        />
        <Gauge
          label={t('ui:metrics.temperature')}
          text={formatCelsius(celsius, locale)}
          percent={celsius}
          warning={warn(isHigh.temperature(celsius))}
        />
        <Gauge
          label={t('ui:metrics.memory')}
          text={formatPercent(memory, locale)}
          percent={memory}
          warning={warn(isHigh.memory(memory))}
        />
        <Gauge
          label={t('ui:metrics.disk')}
          text={formatPercent(disk, locale)}
          percent={disk}
          warning={warn(isHigh.disk(disk))}
        />
      </div>
      <dl className={classes.facts}>
        <dt>{t('hostname')}</dt>
        <dd>{record.hostname}</dd>
        <dt>{t('uptime')}</dt>
        <dd>{record.uptime_human}</dd>
        <dt>{t('updated')}</dt>
        <dd>
          <time dateTime={record.measured_at}>{times.moment(record.measured_at)}</time>
        </dd>
      </dl>
    </>
  );
}
