// What holds at a node: language, voice, zone, targets.
export { countVoicesOfPlaces, findEffectiveSettings, findUsualZone } from './settings.repository.ts';
export { findPlaces, type Place, resolveTargets } from './places.repository.ts';
export { findResponsible } from './responsible-people.repository.ts';
export { findReadablePaths } from './readable-paths.repository.ts';
export { placesRoutes } from './places.routes.ts';
export { whereRoutes } from './where.routes.ts';
export { homeRoutes } from './home.routes.ts';
