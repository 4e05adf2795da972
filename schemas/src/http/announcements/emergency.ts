import { z } from 'zod';
import { idSchema, idTextSchema } from '../../domain/ids.ts';
import { serialSchema } from '../../domain/serial.ts';
import { targetsSchema } from '../../domain/targets.ts';
import { announcementRunSchema, sayAnswerSchema, announcementRunParamsSchema } from './announcements.ts';
import { endpoint } from '../endpoint.ts';

export const startEmergencyBodySchema = z
  .strictObject({
    message_id: idSchema.describe('a message of the library that is marked for emergencies'),
    targets: targetsSchema,
    drill: z.boolean().default(false).describe('it is played once and marked as a drill'),
  })
  .meta({ id: 'StartEmergencyBody' });
export type StartEmergencyBody = z.output<typeof startEmergencyBodySchema>;

/** Names that a line has room for; `total` counts all. */
export const EMERGENCY_NAMES_MAX = 5;
const namesSchema = z.strictObject({ total: z.int(), names: z.array(z.string()).max(EMERGENCY_NAMES_MAX) });

export const activeEmergencySchema = announcementRunSchema
  .extend({
    sites: namesSchema.describe('the nodes above its places, as far as the caller reads them'),
    away: namesSchema.describe('the places that have not heard it and cannot be reached now'),
  })
  .meta({ id: 'ActiveEmergency' });

export const emergencyStateSchema = z
  .strictObject({
    messages: z.array(
      z.strictObject({
        id: z.int(),
        name: z.string(),
        languages: z.array(z.string()),
        ready: z.int().describe('devices that have its audio and can be reached now; see ANN-17'),
        devices: z.int().describe('of its owner; for members those at their places'),
      }),
    ),
    devices: z.int().describe('of the caller, for administrators all'),
    reachable: z.int().describe('of these, the ones that would hear it immediately'),
    active: z.array(activeEmergencySchema).describe('emergencies and drills that are not over, the newest first'),
  })
  .meta({ id: 'EmergencyState' });
export type EmergencyState = z.infer<typeof emergencyStateSchema>;

export const EMERGENCY_PLACES_MAX = 200;
export const missingEmergencySchema = z
  .strictObject({
    total: z.int(),
    places: z
      .array(
        z.strictObject({
          serial: serialSchema,
          place: z.string(),
          online: z.boolean(),
          held: z.boolean().describe('its audio is there'),
        }),
      )
      .max(EMERGENCY_PLACES_MAX),
  })
  .meta({ id: 'MissingEmergency' });
export type MissingEmergency = z.infer<typeof missingEmergencySchema>;
export const emergencyMessageParamsSchema = z.object({ id: idTextSchema });

export const emergencyHttp = {
  read: endpoint({
    method: 'get',
    path: '/emergency',
    summary: 'The prepared emergency messages, the devices that can be reached, and the emergencies that are not over',
    answer: emergencyStateSchema,
  }),
  missing: endpoint({
    method: 'get',
    path: '/emergency/messages/{id}/missing',
    summary: 'The places whose devices are away, or do not have the audio of a prepared message on their disk',
    params: emergencyMessageParamsSchema,
    answer: missingEmergencySchema,
    errors: ['not_found'],
  }),
  start: endpoint({
    method: 'post',
    path: '/emergency/start',
    summary: 'Start an emergency announcement, which repeats until "all clear", or a drill',
    description: 'Devices that come back meanwhile play it as well; see ANN-11.',
    body: startEmergencyBodySchema,
    answer: sayAnswerSchema,
    status: 202,
    errors: ['forbidden', 'not_found', 'unprocessable', 'rate_limited'],
  }),
  allClear: endpoint({
    method: 'post',
    path: '/emergency/{run_id}/all-clear',
    summary: 'End an emergency on all of its devices, also on those that come back later',
    params: announcementRunParamsSchema,
    answer: announcementRunSchema,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
};
