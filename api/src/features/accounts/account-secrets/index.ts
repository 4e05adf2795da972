export { changeAccount, setAccountsBlocked, revokeAccountSecrets } from './account-secrets.service.ts';
