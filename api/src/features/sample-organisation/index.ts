export { sampleCreationRoutes, sampleOrganisationRoutes } from './sample-organisation.routes.ts';
