import { z } from 'zod';
import { COMPANY_LIMITS } from '../../domain/companies.ts';
import { deviceStatusSchema } from '../../domain/device.ts';
import { idSchema, idTextSchema } from '../../domain/ids.ts';
import { line } from '../../domain/line.ts';
import { NETWORK_SPEAKERS_MAX, speakerTransportSchema } from '../../domain/network-speakers.ts';
import { serialSchema } from '../../domain/serial.ts';
import { endpoint } from '../endpoint.ts';
import { pageFields } from '../paging.ts';
import { revisionSchema } from '../revision.ts';

/** Loudspeakers that hang there already; see docs/product/network-speakers.md. */

const SPEAKERS_PAGE = 100;
export const USED_BY_MAX = 10;

const fields = {
  name: line('Name is required').min(1, 'Name is required').max(COMPANY_LIMITS.name),
  sender: serialSchema.describe('the device that sends its sound, of the same owner'),
  transport: speakerTransportSchema,
};

export const newNetworkSpeakerBodySchema = z
  .strictObject({
    ...fields,
    company_id: idSchema.describe('a Company, which gets a new Device node, or a Device node without a device'),
  })
  .meta({ id: 'NewNetworkSpeakerBody' });
export type NewNetworkSpeakerBody = z.infer<typeof newNetworkSpeakerBodySchema>;

export const changeNetworkSpeakerBodySchema = z
  .strictObject({ ...fields, revision: revisionSchema.optional() })
  .meta({ id: 'ChangeNetworkSpeakerBody' });
export type ChangeNetworkSpeakerBody = z.infer<typeof changeNetworkSpeakerBodySchema>;

const namedSchema = z.strictObject({ serial: serialSchema, name: z.string().nullable() });
const usedBy = z
  .array(namedSchema.extend({ sender: serialSchema }))
  .max(USED_BY_MAX)
  .describe(
    'others of this sender, or at this place, with an address and port of it: they hear the same; the first ten',
  );

const identity = { device_id: z.int(), serial: serialSchema };

export const createdNetworkSpeakerSchema = z
  .strictObject({ ...identity, company_id: z.int(), used_by: usedBy })
  .meta({ id: 'CreatedNetworkSpeaker' });
export type CreatedNetworkSpeaker = z.infer<typeof createdNetworkSpeakerSchema>;

export const networkSpeakerSchema = z
  .strictObject({
    ...identity,
    company_id: z.int().nullable().describe('null: at no place'),
    name: z.string().nullable(),
    sender: serialSchema,
    sender_name: z.string().nullable().describe('null also where the caller must not read the sender'),
    sender_status: deviceStatusSchema,
    carried: z.boolean().describe('false: its sender has another owner by now or no key, or one of the two is blocked'),
    status: deviceStatusSchema,
    problem: z.string().nullable().describe('why nothing can be sent to it, as its sender says'),
    transport: speakerTransportSchema,
    used_by: usedBy,
    revision: revisionSchema,
  })
  .meta({ id: 'NetworkSpeaker' });
export type NetworkSpeaker = z.infer<typeof networkSpeakerSchema>;

export const carriedSpeakersSchema = z
  .strictObject({
    speakers: z.array(namedSchema.extend({ transport: speakerTransportSchema })).max(NETWORK_SPEAKERS_MAX),
  })
  .meta({ id: 'CarriedSpeakers' });
export type CarriedSpeakers = z.infer<typeof carriedSpeakersSchema>;

export const SENDERS_MAX = 50;
export const speakerSenderSchema = z
  .strictObject({
    serial: serialSchema,
    name: z.string().nullable(),
    path: z.string().describe('the names of the nodes above that the caller reads, with “ / ” between them'),
    status: deviceStatusSchema,
    is_here: z.boolean().describe('at this place'),
    carries: z.int().describe('network speakers'),
  })
  .meta({ id: 'SpeakerSender' });
export type SpeakerSender = z.infer<typeof speakerSenderSchema>;

const params = z.object({ device_id: idTextSchema });

export const networkSpeakersHttp = {
  carried: endpoint({
    method: 'get',
    path: '/devices/network-speakers',
    summary: 'The network speakers that the calling device carries',
    description:
      'The device signs in for each of them, by MQTT and HTTP, with the serial number of the speaker and its own key. ' +
      'With If-None-Match of the list that the device has: 304 without a body.',
    answer: carriedSpeakersSchema,
    headers: { ETag: 'the SHA-256 of the body' },
    errors: ['rate_limited'],
  }),
  list: endpoint({
    method: 'get',
    path: '/network-speakers',
    summary: 'The network speakers that the caller reads, or those at one node and below it, or those of one sender',
    query: z.object({
      company_id: idTextSchema.optional(),
      sender: serialSchema.optional(),
      ...pageFields(SPEAKERS_PAGE),
    }),
    answer: z.array(networkSpeakerSchema),
    headers: { 'X-Total-Count': 'the number of all' },
    errors: ['not_found'],
  }),
  create: endpoint({
    method: 'post',
    path: '/network-speakers',
    summary: 'Add a loudspeaker to which another device sends sound over the network',
    description:
      'It is a device in everything else. Multicast (without 224.0.0.0/24) and private addresses; others need `NETWORK_SPEAKER_ALLOW`. ' +
      'Its announcements end with `finished` and the reason `sent`, since nothing says that it was heard.',
    body: newNetworkSpeakerBodySchema,
    answer: createdNetworkSpeakerSchema,
    status: 201,
    errors: ['not_found', 'forbidden', 'device_not_found', 'conflict', 'mode_forbids', 'unprocessable', 'rate_limited'],
  }),
  senders: endpoint({
    method: 'get',
    path: '/network-speakers/senders',
    summary: 'Devices that can send to a network speaker at a place, those of the place and online first',
    description: 'Of the owner of the place, where the caller may operate them: those that have asked for their list.',
    query: z.object({ company_id: idTextSchema }),
    answer: z.array(speakerSenderSchema).max(SENDERS_MAX),
    errors: ['not_found', 'forbidden'],
  }),
  read: endpoint({
    method: 'get',
    path: '/network-speakers/{device_id}',
    summary: 'One network speaker',
    params,
    answer: networkSpeakerSchema,
    errors: ['not_found'],
  }),
  change: endpoint({
    method: 'put',
    path: '/network-speakers/{device_id}',
    summary: 'Change the name of a network speaker, its sender, or how its sound gets there',
    params,
    body: changeNetworkSpeakerBodySchema,
    answer: networkSpeakerSchema,
    errors: ['not_found', 'device_not_found', 'mode_forbids', 'unprocessable', 'edit_conflict', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/network-speakers/{device_id}',
    summary: 'Remove a network speaker with its Device node',
    params,
    answer: null,
    errors: ['not_found', 'rate_limited'],
  }),
};
