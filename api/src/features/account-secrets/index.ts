export { changeAccount, revokeAccountSecrets } from './account-secrets.service.ts';
