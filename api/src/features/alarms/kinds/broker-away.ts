import { ofInstallation, type QueryKind } from './query-kind.ts';

/** The process that evaluates receives no messages of devices, because of the broker or the database. */
export const brokerAway: QueryKind = {
  everyS: 10,
  find: ({ facts }) => Promise.resolve(ofInstallation(facts.receiving === false)),
};
