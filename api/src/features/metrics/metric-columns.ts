/** The columns of a metric: that of a record, and the prefix of those of a roll-up. */
export const METRIC_COLUMNS = [
  { record: 'cpu_usage_percent', rollup: 'cpu' },
  { record: 'cpu_temperature', rollup: 'temperature' },
  { record: 'memory_usage_percent', rollup: 'memory' },
  { record: 'disk_usage_percent', rollup: 'disk' },
] as const;

type MetricColumns = (typeof METRIC_COLUMNS)[number];

/** A list for SQL with an entry per column of the roll-ups, in their order. */
export const perRollupColumn = (text: (columns: MetricColumns, of: 'avg' | 'min' | 'max') => string): string =>
  METRIC_COLUMNS.flatMap((columns) => (['avg', 'min', 'max'] as const).map((of) => text(columns, of))).join(', ');
