export { audit, auditForeign, auditOpened, type Actor } from './audit.service.ts';
