import { z } from 'zod';
import { DEVICE_PASS_MAX } from '../domain/limits.ts';
import { serialSchema } from '../domain/serial.ts';
import { endpoint } from './endpoint.ts';

const DEVICES_MAX = 100;

/** GET /internal/sample-organisation: whether this database has not been asked yet; see TREE-50. */
export const sampleOfferSchema = z.object({ undecided: z.boolean() });

/** POST /internal/sample-organisation: the devices that are bound to its places, in this order. */
export const sampleDevicesBodySchema = z.object({
  devices: z.array(z.object({ serial: serialSchema, pass: z.string().min(1).max(DEVICE_PASS_MAX) })).max(DEVICES_MAX),
});
export type SampleDevices = z.infer<typeof sampleDevicesBodySchema>['devices'];
export const sampleCreatedSchema = z.object({
  created: z.boolean(),
  owner_email: z.string().nullable(),
  companies: z.int().describe('main companies'),
  devices: z.int(),
});
export type SampleCreated = z.infer<typeof sampleCreatedSchema>;

/** GET /sample-organisation and the answer of its removal: what a removal deletes and keeps now; see TREE-51. */
export const sampleOrganisationSchema = z
  .strictObject({
    present: z.boolean(),
    elements: z.int().describe('elements of company trees that are deleted'),
    devices: z.int().describe('devices that are unbound; they stay with their owner'),
    groups: z.int(),
    favorites: z.int().describe('favourite voices'),
    kept: z.int().describe('elements that stay, because they have content that was added to them'),
  })
  .meta({ id: 'SampleOrganisation' });
export type SampleOrganisation = z.infer<typeof sampleOrganisationSchema>;

export const sampleOrganisationHttp = {
  read: endpoint({
    method: 'get',
    path: '/sample-organisation',
    summary: 'What a removal of the sample organisation would delete now',
    answer: sampleOrganisationSchema,
    errors: ['rate_limited'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/sample-organisation',
    summary: 'Remove the sample organisation',
    description: 'Devices are unbound and stay. Elements to which something was added stay, with their ancestors.',
    answer: sampleOrganisationSchema,
    errors: ['not_found', 'rate_limited'],
  }),
  isOffered: endpoint({
    method: 'get',
    path: '/first-start/sample-organisation',
    summary: 'Whether a sample organisation may still be created',
    answer: sampleOfferSchema,
  }),
  create: endpoint({
    method: 'post',
    path: '/first-start/sample-organisation',
    summary: 'Create the sample organisation in a database without content, once',
    body: sampleDevicesBodySchema,
    answer: sampleCreatedSchema,
  }),
};
