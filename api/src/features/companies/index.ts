export { findCompany, lockCompany, lockNodesOf } from './companies.repository.ts';
export { companiesRoutes } from './companies.routes.ts';
export { checkDeviceNodes, lockPermittedCompany } from './company-access.ts';
export { companiesChanged } from './company-events.ts';
