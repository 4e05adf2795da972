// Public alerts: feeds that are read, what their documents (CAP) say, and what was decided about each alert.
export { alertFeedRoutes } from './alert-feeds.routes.ts';
export { type Later, sortBatch } from './batch.ts';
export type { Coordinate } from './cap/area.ts';
export { DocumentError } from './cap/document-error.ts';
export type { AlertSummary } from './cap/summary.ts';
export { decideAlert, type Decided, isDrillStatus, rowOf } from './decide.ts';
export {
  chainOf,
  countDecidedToday,
  deleteOldDecisions,
  findDecided,
  findLater,
  findStartedRank,
  insertDecision,
  listDecisions,
  type NewDecision,
  noteFiring,
  setReason,
} from './decisions.repository.ts';
export {
  claimFeed,
  type ClaimedFeed,
  type DueFeed,
  findCoordinates,
  findDueFeeds,
  finishReading,
  releaseFeed,
  storeFeed,
} from './feeds.repository.ts';
export { changeFeed, checkFeed, requireRoomForFeed, shownSource } from './feeds.service.ts';
export { createAlertFetch, FetchFailed } from './fetch-document.ts';
export { type FoundAlert, readAlerts } from './read-alerts.ts';
