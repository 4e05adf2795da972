export { audit, auditEach, auditForeign, auditOpened, type Actor } from './audit.service.ts';
