import { PgBoss } from 'pg-boss';
import { CONNECT_TIMEOUT_MS } from '../db/client.ts';
import type { Logger } from '../log.ts';
import { createThrottledWarning } from '../mqtt/throttled-warning.ts';

/** The schema of the jobs in our database; pg-boss creates and migrates it. */
const SCHEMA = 'jobs';
/** For fetching and settling jobs; what jobs do with the data uses the pools of the features. */
const CONNECTIONS = 3;
/** How often jobs of dead instances are looked for. */
const SUPERVISE_S = 5;
/** How often ended jobs are deleted. */
const MAINTAIN_S = 600;

/** Creates the job queue; it does not connect. An error of it is logged: without a listener it would end the process. */
export function createBoss(url: string, log: Logger): PgBoss {
  const warn = createThrottledWarning(log, 'the job queue failed');
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    application_name: 'belfry-jobs',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
    maintenanceIntervalSeconds: MAINTAIN_S,
  });
  boss.on('error', (error) => warn('error', { err: error }));
  boss.on('warning', ({ message }) => log.debug({ warning: message }, 'the job queue warns'));
  return boss;
}
