// Where places are on the earth, and where devices are in a building.
import { floorPlanRoutes } from './floor-plans.ts';
import { mapRoutes as ownRoutes } from './map.routes.ts';

export { removeUnusedPlanFiles } from './floor-plan-files.ts';

export const mapRoutes = [...ownRoutes, ...floorPlanRoutes];
