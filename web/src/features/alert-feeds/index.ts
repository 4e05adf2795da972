// Public alerts: feeds that are read, and what was decided about each alert.
export { FeedAlerts } from './feed-alerts.tsx';
export { type FeedDraft, feedDraftOf, feedSourceOf, NEW_FEED } from './feed-draft.ts';
export { FeedFields } from './feed-fields.tsx';
export { FeedState } from './feed-state.tsx';
