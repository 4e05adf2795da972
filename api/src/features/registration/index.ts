export { deleteCodesOf } from './codes.repository.ts';
export { registrationRoutes } from './registration.routes.ts';
