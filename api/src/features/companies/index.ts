import { changingRoutes } from './change-company.routes.ts';
import { readingRoutes } from './companies.routes.ts';

export {
  deleteCompanies,
  findCompany,
  insertCompany,
  lockCompany,
  lockNodesOf,
  type NewCompany,
  type Place,
} from './companies.repository.ts';
export { checkDeviceNodes, findPermittedCompany, lockPermittedCompany } from './company-access.ts';
export { findPlaces, lockPlaces, type DevicePlace } from './device-nodes.repository.ts';
export { addDeviceNodes, moveDeviceNodes, lockDeviceParent } from './device-nodes.ts';
export { companiesChanged } from './company-events.ts';

export const companiesRoutes = [...readingRoutes, ...changingRoutes];
