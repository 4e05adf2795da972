export { twoFactorRoutes } from './two-factor.routes.ts';
export { turnOff, twoFactorTries, useTwoFactorCode } from './two-factor.service.ts';
