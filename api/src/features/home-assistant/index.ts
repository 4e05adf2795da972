// Places and what they say, as entities of Home Assistant.
export { homeAssistantRoutes } from './home-assistant.routes.ts';
export { homeAssistantGrant } from './home-assistant.service.ts';
export { startHomeAssistants } from './start-home-assistants.ts';
