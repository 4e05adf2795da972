import type { AlertCertainty, AlertSeverity, AlertUrgency } from '@belfry/schemas/domain/alerts';
import { type AlertFeedSource, FEED_INTERVAL_S } from '@belfry/schemas/http/alert-feeds';

/** What the form has of a feed of public alerts; lists that are empty stand for all. */
export type FeedDraft = {
  url: string;
  every_s: number;
  hosts: readonly string[];
  events: readonly string[];
  severities: readonly AlertSeverity[];
  urgencies: readonly AlertUrgency[];
  certainties: readonly AlertCertainty[];
  geocodes: readonly string[];
  near: boolean;
  ends: boolean;
};

/** Severe ones that are near; a filter without anything would start at each alert. */
export const NEW_FEED: FeedDraft = {
  url: '',
  every_s: FEED_INTERVAL_S.default,
  hosts: [],
  events: [],
  severities: ['Extreme', 'Severe'],
  urgencies: ['Immediate', 'Expected'],
  certainties: ['Observed', 'Likely'],
  geocodes: [],
  near: true,
  ends: false,
};

export const feedDraftOf = ({ url, every_s, hosts, ends, filter }: AlertFeedSource): FeedDraft => ({
  url,
  every_s,
  hosts,
  ends,
  ...filter,
});

/** What is stored of it; null until it has an address. @param canEnd whether the trigger starts an emergency, which can be ended */
export function feedSourceOf(draft: FeedDraft, canEnd: boolean): AlertFeedSource | null {
  const url = draft.url.trim();
  if (!/^https?:\/\/[^\s/]/i.test(url)) return null;
  const { events, severities, urgencies, certainties, geocodes, near } = draft;
  const filter = {
    events: [...events],
    severities: [...severities],
    urgencies: [...urgencies],
    certainties: [...certainties],
    geocodes: [...geocodes],
    near,
  };
  return {
    type: 'alert_feed',
    url,
    every_s: draft.every_s,
    hosts: [...draft.hosts],
    filter,
    ends: draft.ends && canEnd,
  };
}
