import { ScrollArea, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isHigh } from '@belfry/schemas/domain/thresholds';
import type { MetricSeriesPoint } from '@belfry/schemas/http/metrics';
import { formatCelsius, formatPercent } from '../../../lib/format/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useTimes } from '../../../lib/format/times.ts';
import { hourlyAverages, SERIES, type Series } from '../hourly-averages.ts';
import { CHART_HEIGHT } from './chart-height.ts';

const HIGH: Record<Series, (value: number) => boolean> = {
  cpu_usage_percent: isHigh.cpu,
  memory_usage_percent: isHigh.memory,
  cpu_temperature: isHigh.temperature,
  disk_usage_percent: isHigh.disk,
};

/** What the chart shows, by the hour, for people who do not see the chart or want the figures. */
export function MetricsTable({ points }: { points: readonly MetricSeriesPoint[] }) {
  const { t } = useTranslation(['metrics', 'ui']);
  const locale = useLocale();
  const times = useTimes();
  const labels: Record<Series, string> = {
    cpu_usage_percent: t('ui:metrics.cpu'),
    memory_usage_percent: t('ui:metrics.memory'),
    cpu_temperature: t('ui:metrics.temperature'),
    disk_usage_percent: t('ui:metrics.disk'),
  };
  const text = (name: Series, value: number): string =>
    name === 'cpu_temperature' ? formatCelsius(value, locale) : formatPercent(value, locale);
  return (
    // Focusable, so that it can be scrolled by keyboard.
    <ScrollArea h={CHART_HEIGHT} viewportProps={{ tabIndex: 0, 'aria-label': t('tableCaption') }}>
      <Table
        className="tabular"
        stickyHeader
        verticalSpacing={4}
        horizontalSpacing={4}
        fz="xs"
        aria-label={t('tableCaption')}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('hour')}</Table.Th>
            {SERIES.map((name) => (
              <Table.Th key={name} ta="right">
                {labels[name]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {hourlyAverages(points).map((hour) => (
            <Table.Tr key={hour.at}>
              <Table.Th scope="row" fw={400}>
                <time dateTime={new Date(hour.at).toISOString()}>{times.time(hour.at)}</time>
              </Table.Th>
              {SERIES.map((name) => (
                <Table.Td key={name} ta="right" c={HIGH[name](hour[name]) ? 'warning' : undefined}>
                  {text(name, hour[name])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
