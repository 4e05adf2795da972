export { twoFactorRoutes } from './two-factor.routes.ts';
export { twoFactorTries, useTwoFactorCode } from './two-factor.service.ts';
