export { deleteCodesOf, findPendingContact } from './codes.repository.ts';
export { codeAge, issueCode, NEW_CONTACT, requireCorrect, verifyCode, type ContactKind } from './codes.service.ts';
export { registrationRoutes } from './registration.routes.ts';
