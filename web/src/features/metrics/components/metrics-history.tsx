import { Skeleton } from '@mantine/core';
import { lazyPart } from '../../../ui/states/lazy-part.tsx';
import { CHART_HEIGHT } from './chart-height.ts';

/** The history of a device, without its heading (`useHistoryTitle`). The chart library is large, so it is loaded on demand. */
export const MetricsHistory = lazyPart({
  load: async () => (await import('./metrics-chart.tsx')).default,
  Waiting: () => <Skeleton height={CHART_HEIGHT} radius="md" />,
});
