import { sampleOrganisationHttp } from '@belfry/schemas/http/sample-organisation';
import { createSampleOrganisation } from './create.service.ts';
import { readSampleOrganisation, removeSampleOrganisation } from './remove.service.ts';
import { isDecided } from './sample-organisation.repository.ts';
import { serve } from '../../serve.ts';

export const sampleOrganisationRoutes = [
  serve(sampleOrganisationHttp.read, { access: 'admin' }, ({ deps, user }) => readSampleOrganisation(deps, user)),
  serve(sampleOrganisationHttp.remove, { access: 'admin' }, ({ deps, user, ip }) =>
    removeSampleOrganisation(deps, { user, ip }),
  ),
];

/** For the launcher, with the service secret. */
export const sampleCreationRoutes = [
  serve(sampleOrganisationHttp.isOffered, { access: 'service' }, async ({ deps }) => ({
    undecided: !(await isDecided(deps.db)),
  })),
  serve(sampleOrganisationHttp.create, { access: 'service' }, ({ deps, body }) =>
    createSampleOrganisation(deps, body.devices),
  ),
];
