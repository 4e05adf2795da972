// Who changed what, and proof that the record is whole.
export { auditRoutes } from './audit.routes.ts';
export { findEntriesByTime } from './audit.repository.ts';
export { readableAudit } from './readable-audit.ts';
