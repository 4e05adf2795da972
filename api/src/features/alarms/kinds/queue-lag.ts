import { alarmKind } from '@belfry/schemas/domain/alarms';
import { findOldestJobAge } from '../../../jobs/index.ts';
import { ofInstallation, type QueryKind } from './query-kind.ts';

/** The oldest job that is due has waited for longer than the threshold, in seconds, or an organisation for its turn in a pool for longer than promised. */
export const queueLag: QueryKind = {
  everyS: 30,
  async find({ db, facts }) {
    const age = await findOldestJobAge(db);
    if (age > (alarmKind('queue_lag').threshold?.default ?? Infinity)) return ofInstallation(true, age);
    const late = facts.findLateTurn();
    if (!late) return [];
    const detail = `${late.pool}: an organisation waited ${Math.round(late.waitedS)} s for its turn`;
    return ofInstallation(true, late.waitedS, detail);
  },
};
