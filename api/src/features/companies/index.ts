// The tree of an owner's places and devices.
import { changingRoutes } from './change-companies.ts';
import { readingRoutes } from './read-companies.ts';
import { responsiblePeopleRoutes } from './responsible-people.ts';

export { responsiblePeopleGrant } from './responsible-people.ts';

export { findNodePositions, lockNodePositions } from './branches.repository.ts';
export {
  deleteCompanies,
  findCompany,
  insertCompany,
  lockCompany,
  lockNodesOf,
  updateCompany,
  type NewCompany,
  type NodePosition,
} from './companies.repository.ts';
export { addDeviceNodes, lockDeviceParent, moveDeviceNodes } from './device-nodes.ts';

export const companiesRoutes = [...readingRoutes, ...changingRoutes, ...responsiblePeopleRoutes];
export {
  checkDeviceNodes,
  companiesChanged,
  findManagedPlace,
  findPermittedCompany,
  listAtNodes,
  lockPermittedCompany,
} from './company-access.ts';
