import type { AlertSummary } from './cap/summary.ts';
import { isDrillStatus, isEarly, isEnd } from './decide.ts';
import type { FoundAlert } from './read-alerts.ts';

export type Later = (alert: AlertSummary) => { cancelled: boolean; superseded: boolean };

/** Real messages concern real alerts only, and messages of exercises those of exercises. */
const isNoted = ({ status, msgType }: AlertSummary): boolean =>
  status !== 'System' && status !== 'Draft' && msgType !== 'Ack' && msgType !== 'Error';

/** The alerts of a reading in the order in which they were sent, those that are not in force yet apart, and what they say of each other. */
export function sortBatch(entries: readonly FoundAlert[], now: Date) {
  const alerts = entries.flatMap((each) => ('alert' in each ? [each] : []));
  const early = alerts.filter(({ alert }) => isEarly(alert, now));
  const due = alerts
    .filter((each) => !early.includes(each))
    .toSorted((one, other) => one.alert.sent.getTime() - other.alert.sent.getTime());
  const noted = due.map(({ alert }) => alert).filter(isNoted);
  const later: Later = ({ key, status }) => {
    const about = noted.filter(
      (each) => each.refs.includes(key) && each.key !== key && isDrillStatus(each.status) === isDrillStatus(status),
    );
    return { cancelled: about.some(isEnd), superseded: about.some(({ msgType }) => msgType === 'Update') };
  };
  const invalid = entries.flatMap((each) => ('invalid' in each ? [each] : []));
  return { due, hasEarly: early.length > 0, invalid, later };
}
