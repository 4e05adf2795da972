export { brokerAccessRoutes } from './broker-access.routes.ts';
