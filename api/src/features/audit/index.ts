// Who changed what for somebody else.
export { audit, auditEach, auditForeign, auditImpersonation, type Actor } from './audit.service.ts';
