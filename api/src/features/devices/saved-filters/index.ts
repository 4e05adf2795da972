export { savedFiltersRoutes } from './saved-filters.routes.ts';
