import { alarmKind } from '@belfry/schemas/domain/alarms';
import { findOldestJobAge } from '../../../jobs/index.ts';
import { ofInstallation, type QueryKind } from './query-kind.ts';

/** The oldest job that is due has waited for longer than the threshold, in seconds. */
export const queueLag: QueryKind = {
  everyS: 30,
  async find({ db }) {
    const age = await findOldestJobAge(db);
    return ofInstallation(age > (alarmKind('queue_lag').threshold?.default ?? Infinity), age);
  },
};
