import { ScrollArea, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isHigh } from '@belfry/schemas/domain/thresholds';
import type { MetricsHistory } from '@belfry/schemas/http/metrics/metrics-history';
import { useTimes } from '../../../lib/format/times.ts';
import { historyRows, SERIES, type Series } from '../chart-points.ts';
import { useSeriesTexts } from '../use-series-texts.ts';
import { CHART_HEIGHT } from './chart-height.ts';

const HIGH: Record<Series, (value: number) => boolean> = {
  cpu_usage_percent: isHigh.cpu,
  memory_usage_percent: isHigh.memory,
  cpu_temperature: isHigh.temperature,
  disk_usage_percent: isHigh.disk,
};

/** What the chart shows, for people who do not see the chart or want the values. */
export function MetricsTable({ history }: { history: MetricsHistory }) {
  const { t } = useTranslation('metrics');
  const times = useTimes();
  const { labels, text } = useSeriesTexts();
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
          {historyRows(history).map((row) => (
            <Table.Tr key={row.at}>
              <Table.Th scope="row" fw={400}>
                <time dateTime={new Date(row.at).toISOString()}>
                  {times.day(row.at)} {times.time(row.at)}
                </time>
              </Table.Th>
              {SERIES.map((name) => (
                <Table.Td key={name} ta="right" c={HIGH[name](row[name].avg) ? 'warning' : undefined}>
                  {text(name, row[name].avg)}
                  <Text size="xs" c="dimmed">
                    {text(name, row[name].min)} – {text(name, row[name].max)}
                  </Text>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
