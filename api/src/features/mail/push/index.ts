// Messages to the browsers of people.
export { createPush, PUSH_JOBS, type Push, type PushReader } from './push.ts';
export { urgencyOf, type PushText } from './push-message.ts';
export { pushRoutes } from './push.routes.ts';
