import '@mantine/charts/styles.css';
import { Group, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Serial } from '@belfry/schemas/domain/serial';
import { TimeZone } from '../../../lib/format/times.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { useGetHistoryQuery } from '../metrics-api.ts';
import { metricsFailure } from '../metrics-failure.ts';
import { isRelative, type HistoryRange } from '../history-range.ts';
import { useRangeAddress } from '../use-range-address.ts';
import { CHART_HEIGHT } from './chart-height.ts';
import { HistoryLines } from './history-lines.tsx';
import { MetricsTable } from './metrics-table.tsx';
import { RangeChoice } from './range-choice.tsx';

const REFRESH_MS = 5 * 60_000;
const VIEWS = ['chart', 'table'] as const;
type View = (typeof VIEWS)[number];

/** CPU, memory, temperature and disk over a range that is chosen, as a chart or as a table. It is in view where the address named a range; see DEV-66. */
export default function MetricsChart({ serial }: { serial: Serial }) {
  const { t } = useTranslation('metrics');
  const { range, setRange, named } = useRangeAddress();
  const [view, setView] = useState<View>('chart');
  const box = useRef<HTMLDivElement>(null);
  const [arrived] = useState(named);
  useEffect(() => {
    if (arrived) box.current?.scrollIntoView({ block: 'center' });
  }, [arrived]);
  return (
    <div ref={box}>
      <Group gap="sm" align="flex-start">
        <RangeChoice range={range} onChange={setRange} />
        <SegmentedControl<View>
          size="xs"
          aria-label={t('view.label')}
          data={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
          value={view}
          onChange={setView}
        />
      </Group>
      <History serial={serial} range={range} view={view} />
    </div>
  );
}

type Props = { serial: Serial; range: HistoryRange; view: View };

function History({ serial, range, view }: Props) {
  const { t } = useTranslation('metrics');
  const zone = useContext(TimeZone);
  const { currentData, error, isFetching, refetch } = useGetHistoryQuery(
    { serial, range, zone: isRelative(range) ? undefined : zone },
    { pollingInterval: REFRESH_MS, skipPollingIfUnfocused: true },
  );
  if (!currentData && error && !isFetching) {
    return <ErrorState message={metricsFailure(error, t)} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!currentData) return <Skeleton height={CHART_HEIGHT} mt="xs" radius="md" />;
  if (currentData.points.length === 0) {
    return (
      <Text size="sm" c="dimmed" mt="xs">
        {t('noHistory')}
      </Text>
    );
  }
  return (
    <figure aria-label={t('chart')} style={{ margin: 'var(--mantine-spacing-xs) 0 0' }}>
      {view === 'chart' ? <HistoryLines history={currentData} /> : <MetricsTable history={currentData} />}
    </figure>
  );
}
