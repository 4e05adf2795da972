export { SampleOrganisationGroup } from './sample-organisation-group.tsx';
