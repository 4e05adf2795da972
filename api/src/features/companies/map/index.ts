// Where places are on the earth, and where devices are in a building.
import { mapRoutes } from './companies-map.routes.ts';
import { floorPlanRoutes } from './floor-plans.ts';

export { removeUnusedPlanFiles } from './floor-plan-files.ts';

export const companiesMapRoutes = [...mapRoutes, ...floorPlanRoutes];
