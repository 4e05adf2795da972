import { findTwins, placeText } from '../../device-state/index.ts';
import { ofDevices, type QueryKind } from './query-kind.ts';

/** Two devices have the key of this one: the broker has seen them end each other's connection, and admits one of them. */
export const keyUsedTwice: QueryKind = {
  everyS: 10,
  async find({ db, now }) {
    const twins = await findTwins(db, new Date(now));
    return ofDevices(twins).map((finding, at) => {
      const { stays, refused } = twins[at] ?? {};
      if (!stays || !refused) return finding;
      return Object.assign(finding, { detail: `Connected: ${placeText(stays)}; refused: ${placeText(refused)}` });
    });
  },
};
