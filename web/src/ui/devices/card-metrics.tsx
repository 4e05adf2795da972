import { useTranslation } from 'react-i18next';
import { isHigh } from '@belfry/schemas/domain/thresholds';
import type { MetricRecord } from '@belfry/schemas/http/metrics/metrics';
import { formatCelsius, formatPercent } from '../../lib/format/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { Gauge } from '../gauge.tsx';
import classes from './card-metrics.module.css';

const NOTHING = '–';

/** CPU, memory and temperature of a card, in three columns of a fixed width. */
export function CardMetrics({ metrics }: { metrics: MetricRecord | null }) {
  const { t } = useTranslation('ui');
  const locale = useLocale();
  const cpu = metrics?.cpu_usage_percent ?? null;
  const memory = metrics?.memory_usage_percent ?? null;
  const celsius = metrics?.cpu_temperature ?? null;
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
