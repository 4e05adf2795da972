import { z } from 'zod';
import { COMPANY_LIMITS } from '../../domain/companies.ts';
import { idSchema } from '../../domain/ids.ts';
import { line } from '../../domain/line.ts';
import { serialSchema } from '../../domain/serial.ts';
import { endpoint } from '../endpoint.ts';

/** The device authorization grant of RFC 8628, whose words are used; see DEV-71. */
export const PAIRING_LIFE_S = 15 * 60;
export const POLL_INTERVAL_S = 5;

const TEXT_MAX = 100;
const told = line().min(1).max(TEXT_MAX).optional();
const language = z.string().trim().max(35).optional().describe('BCP 47: in which the code is spoken');
const deviceCode = z.string().max(TEXT_MAX);
const userCode = z.string().max(500).describe('in any case, with or without hyphen, or the link that contains it');

export const askPairingBodySchema = z
  .strictObject({ model: told, hostname: told, device_version: told, language })
  .meta({ id: 'AskPairingBody' });

export const pairingSchema = z
  .strictObject({
    device_code: deviceCode.describe('secret of the device'),
    user_code: z.string().describe('six letters: BCD-FGH'),
    verification_uri: z.url(),
    verification_uri_complete: z.url().describe('for a QR code'),
    expires_in: z.int().describe('seconds'),
    interval: z.int().describe('seconds between two calls of token'),
  })
  .meta({ id: 'Pairing' });
export type Pairing = z.infer<typeof pairingSchema>;

export const pairedDeviceSchema = z
  .strictObject({
    serial: serialSchema,
    device_key: z.string().describe('returned once'),
    api_url: z.url(),
    mqtt_url: z.url(),
    mqtt_ws_url: z.url(),
  })
  .meta({ id: 'PairedDevice' });
export type PairedDevice = z.infer<typeof pairedDeviceSchema>;

export const askingDeviceSchema = z
  .strictObject({
    model: z.string().nullable(),
    hostname: z.string().nullable(),
    ip: z.string().describe('from where it asks'),
    asked_at: z.iso.datetime(),
  })
  .meta({ id: 'AskingDevice' });
export type AskingDevice = z.infer<typeof askingDeviceSchema>;

export const pairBodySchema = z
  .strictObject({
    user_code: userCode,
    company_id: idSchema
      .optional()
      .describe('a Company, which gets a new Device node, or a Device node without a device'),
    name: line().min(1).max(COMPANY_LIMITS.name).optional().describe('of the Device node'),
    replaces: serialSchema
      .optional()
      .describe('the broken device, whose serial number, place and settings it takes over'),
  })
  .refine(({ company_id, replaces }) => company_id !== undefined || replaces !== undefined, {
    path: ['company_id'],
    message: 'Choose a place',
  })
  .meta({ id: 'PairBody' });
export type PairBody = z.infer<typeof pairBodySchema>;

export const pairAnswerSchema = z
  .strictObject({ device_id: z.int(), serial: serialSchema, company_id: z.int() })
  .meta({ id: 'PairAnswer' });
export type PairAnswer = z.infer<typeof pairAnswerSchema>;

const pairParamsSchema = z.object({ user_code: userCode });

export const pairingHttp = {
  ask: endpoint({
    method: 'post',
    path: '/devices/pairing',
    summary: 'A device without a key asks for a code that a person enters in the console',
    body: askPairingBodySchema,
    answer: pairingSchema,
    status: 201,
    errors: ['rate_limited'],
  }),
  audio: endpoint({
    method: 'get',
    path: '/devices/pairing/audio',
    summary: 'The code, spoken letter by letter, as MP3',
    description: 'With `Authorization: Bearer <device_code>`.',
    answer: z.file(),
    errors: ['unauthenticated', 'rate_limited', 'speech_unavailable'],
  }),
  token: endpoint({
    method: 'post',
    path: '/devices/pairing/token',
    summary: 'The device fetches its serial number and key, once, after a person has entered the code',
    body: z.strictObject({ device_code: deviceCode }).meta({ id: 'PairingTokenBody' }),
    answer: pairedDeviceSchema,
    errors: ['authorization_pending', 'slow_down', 'expired_token', 'access_denied'],
  }),
  read: endpoint({
    method: 'get',
    path: '/devices/pair/{user_code}',
    summary: 'What asks with this code',
    params: pairParamsSchema,
    answer: askingDeviceSchema,
    errors: ['not_found', 'code_expired', 'rate_limited'],
  }),
  pair: endpoint({
    method: 'post',
    path: '/devices/pair',
    summary: 'Add the device that asks with this code to a place, or give it the place of a broken one',
    description:
      'It belongs to the organisation of the place. With `replaces` the key and the pass of the broken device end; the new one has its ' +
      'serial number, name, settings and programme.',
    body: pairBodySchema,
    answer: pairAnswerSchema,
    status: 201,
    errors: [
      'not_found',
      'code_expired',
      'device_not_found',
      'conflict',
      'mode_forbids',
      'unprocessable',
      'rate_limited',
    ],
  }),
  refuse: endpoint({
    method: 'delete',
    path: '/devices/pair/{user_code}',
    summary: 'Refuse the device that asks with this code',
    params: pairParamsSchema,
    answer: null,
    errors: ['not_found', 'code_expired', 'rate_limited'],
  }),
};
