import type { ANNOUNCEMENT_DELIVERY_STATES } from '@belfry/schemas/http/announcements/announcements';

type AnnouncementDeliveryState = (typeof ANNOUNCEMENT_DELIVERY_STATES)[number];

/**
 * A delivery only changes to a state of a higher rank. What the server concluded without the device has rank 0, because the
 * device knows better.
 */
const RANKS: Record<AnnouncementDeliveryState, number> = {
  waiting: 0,
  offline: 0,
  failed: 0,
  expired: 0,
  sent: 1,
  fetched: 2,
  started: 3,
  finished: 4,
  interrupted: 4,
  skipped: 4,
  missed: 4,
};

/** The rank of a state that is a text column of SQL. */
export const rankSql = (state: string): string =>
  `case ${state} ${Object.entries(RANKS)
    .map(([name, rank]) => `when '${name}' then ${rank}`)
    .join(' ')} end`;

/** The states in which a delivery may still change without anybody's fault. */
const OPEN_STATES: readonly AnnouncementDeliveryState[] = ['waiting', 'sent', 'fetched', 'started'];
export const openStatesSql = `(${OPEN_STATES.map((state) => `'${state}'`).join(', ')})`;
