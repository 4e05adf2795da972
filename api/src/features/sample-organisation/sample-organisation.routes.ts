import {
  sampleCreatedSchema,
  sampleDevicesBodySchema,
  sampleOfferSchema,
  sampleOrganisationSchema,
} from '@belfry/schemas/http/companies/sample-organisation';
import { routeWith } from '../../http/routes/route.ts';
import { createSampleOrganisation } from './create.service.ts';
import type { SampleOrganisationDeps } from './deps.ts';
import { readSampleOrganisation, removeSampleOrganisation } from './remove.service.ts';
import { isDecided } from './sample-organisation.repository.ts';

const route = routeWith<SampleOrganisationDeps>();

export const sampleOrganisationRoutes = [
  route(
    {
      method: 'get',
      path: '/sample-organisation',
      summary: 'What a removal of the sample organisation would delete now',
      access: 'admin',
      answer: sampleOrganisationSchema,
      errors: ['rate_limited'],
    },
    ({ deps, user }) => readSampleOrganisation(deps, user),
  ),
  route(
    {
      method: 'delete',
      path: '/sample-organisation',
      summary: 'Remove the sample organisation',
      description: 'Devices are unbound and stay. Elements to which something was added stay, with their ancestors.',
      access: 'admin',
      answer: sampleOrganisationSchema,
      errors: ['not_found', 'rate_limited'],
    },
    ({ deps, user, ip }) => removeSampleOrganisation(deps, { user, ip }),
  ),
];

/** For the launcher, with the service secret. */
export const sampleCreationRoutes = [
  route(
    {
      method: 'get',
      path: '/first-start/sample-organisation',
      summary: 'Whether a sample organisation may still be created',
      access: 'service',
      answer: sampleOfferSchema,
    },
    async ({ deps }) => ({ undecided: !(await isDecided(deps.db)) }),
  ),
  route(
    {
      method: 'post',
      path: '/first-start/sample-organisation',
      summary: 'Create the sample organisation in a database without content, once',
      access: 'service',
      body: sampleDevicesBodySchema,
      answer: sampleCreatedSchema,
    },
    ({ deps, body }) => createSampleOrganisation(deps, body.devices),
  ),
];
