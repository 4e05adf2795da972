// Live pages: people speak to their places, and what they have said is kept.
export { deleteOldRecordings } from './keep-recording.service.ts';
export { createLivePages } from './live-pages.ts';
export { isInvited } from './page-devices.repository.ts';
export { livePagesRoutes } from './live-pages.routes.ts';
export { savedPlacesRoutes } from './saved-places.routes.ts';
export { startLivePages } from './start-live-pages.ts';
