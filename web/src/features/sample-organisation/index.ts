// An example to try the product with.
export { SampleOrganisationGroup, SampleOrganisationLine } from './sample-organisation-group.tsx';
