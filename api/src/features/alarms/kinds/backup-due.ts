import { ofInstallation, type QueryKind } from './query-kind.ts';

/** No backup of the schedule has succeeded for one and a half intervals. */
export const backupDue: QueryKind = {
  everyS: 60,
  find: async ({ facts }) => ofInstallation((await facts.backup()) === 'overdue'),
};
