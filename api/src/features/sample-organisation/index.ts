// An example to try the product with.
export { sampleCreationRoutes, sampleOrganisationRoutes } from './sample-organisation.ts';
