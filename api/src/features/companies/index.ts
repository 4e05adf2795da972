// The tree of an owner's places and devices.
import { changingRoutes } from './change-company.routes.ts';
import { readingRoutes } from './companies.routes.ts';

export {
  deleteCompanies,
  findCompany,
  insertCompany,
  lockCompany,
  lockNodesOf,
  type NewCompany,
  type NodePosition,
} from './companies.repository.ts';
export { checkDeviceNodes, findPermittedCompany, lockPermittedCompany } from './company-access.ts';
export { findNodePositions, lockNodePositions } from './device-nodes.repository.ts';
export { addDeviceNodes, moveDeviceNodes, lockDeviceParent } from './device-nodes.ts';
export { companiesChanged } from './company-events.ts';

export const companiesRoutes = [...readingRoutes, ...changingRoutes];
