export { findResponsible } from './responsible-people.repository.ts';
export { responsiblePeopleRoutes } from './responsible-people.routes.ts';
