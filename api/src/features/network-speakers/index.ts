// Loudspeakers that hang there already, which another device sends to.
export { findCarriedSerials } from './network-speakers.repository.ts';
export { networkSpeakersRoutes } from './network-speakers.routes.ts';
