// An example to try the product with.
export { SampleOrganisationGroup } from './sample-organisation-group.tsx';
