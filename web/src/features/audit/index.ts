// Who changed what, and proof that the record is whole.
export { AuditPage } from './audit-page.tsx';
