import { isDatabaseAway } from '../../db/errors.ts';
import type { IngestContext } from '../../mqtt/ingest/ingest-context.ts';
import { dropOldPartitions, makePartitions } from './partitions.sql.ts';
import { dropOldMonths } from './rollups.sql.ts';
import { metricsRetention, type RetentionSettings } from './history-plan.ts';

const INTERVAL_MS = 3_600_000;
const RETRY_MS = 60_000;
const DAYS_AHEAD = 3;

/** Creates partitions of metrics in advance and drops those past their retention time, at the start and once an hour. */
export function startPartitionKeeper(
  { db, log }: Pick<IngestContext, 'db' | 'log'>,
  settings: RetentionSettings,
): { stop(): void } {
  const retention = metricsRetention(settings);
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  async function keep(): Promise<void> {
    const partitions = await makePartitions(db, Date.now(), DAYS_AHEAD);
    const dropped = [
      ...(await dropOldPartitions(db, Date.now(), retention.raw)),
      ...(await dropOldMonths(db, Date.now(), { metrics_hourly: retention.hourly, metrics_daily: retention.daily })),
    ];
    if (partitions.length + dropped.length > 0) log.info({ made: partitions, dropped }, 'partitions of metrics');
  }

  function run(): void {
    keep().then(
      () => schedule(INTERVAL_MS),
      (error: unknown) => {
        if (!isDatabaseAway(error)) log.error({ err: error }, 'partitions of metrics could not be kept');
        schedule(RETRY_MS);
      },
    );
  }

  function schedule(ms: number): void {
    if (!stopped) timer = setTimeout(run, ms).unref();
  }

  run();
  return {
    stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}
