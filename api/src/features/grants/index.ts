// What people have granted, when they could not grant it any more.
export { grantsRoutes } from './grants.routes.ts';
