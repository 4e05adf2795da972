export { contactChangeRoutes } from './contact-change.routes.ts';
