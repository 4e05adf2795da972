import type { AlarmKindFrom } from '@belfry/schemas/domain/alarms';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Logger } from '../../log.ts';
import { lockAlarms, storeChanges } from './evaluator/conditions.repository.ts';
import { deviceSubject } from './kinds/index.ts';
import { createAlarmListeners, type AlarmListeners } from './listeners.ts';

/** A condition that has begun or ended. A report of a state that is stored already changes nothing. */
export type AlarmReport = {
  kind: AlarmKindFrom<'report'>;
  bad: boolean;
  owner_id: number;
  /** The node; null: it is about the organisation. */
  company_id: number | null;
  value?: number;
} & ({ device_id: number } | { /** What it is about, as `webhook:12`. */ subject: string });

export type Alarms = AlarmListeners & {
  /** Stores conditions, each subject at most once. Pass the transaction that has found them. */
  report(trx: Kysely<Database>, reports: readonly AlarmReport[], now?: number): Promise<void>;
};

declare module '../../deps.ts' {
  interface Deps {
    alarms: Alarms;
  }
}

export const createAlarms = ({ db, log }: { db: Kysely<Database>; log: Logger }): Alarms => ({
  ...createAlarmListeners({ db, log }),
  async report(trx, reports, now = Date.now()) {
    if (reports.length === 0) return;
    const changes = reports.map((report) => {
      const device_id = 'device_id' in report ? report.device_id : null;
      const subject = 'subject' in report ? report.subject : deviceSubject(report.device_id);
      const { kind, bad, owner_id, company_id, value = null } = report;
      return { kind, subject, owner_id, device_id, company_id, bad, since: now, value };
    });
    await lockAlarms(trx);
    await storeChanges(trx, changes, now);
  },
});
