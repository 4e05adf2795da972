// Who changed what, and proof that the record is whole.
export { auditRoutes } from './audit.routes.ts';
