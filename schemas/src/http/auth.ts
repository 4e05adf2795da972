import { z } from 'zod';
import { roleSchema } from '../domain/roles.ts';

/** POST /auth/login (specification 000 §7). */
export const loginBodySchema = z
  .strictObject({
    email: z.string().trim().min(1, 'Email is required').max(254),
    password: z.string().min(1, 'Password is required').max(200),
  })
  .meta({ id: 'LoginBody' });
export type LoginBody = z.infer<typeof loginBodySchema>;

export const loginAnswerSchema = z
  .strictObject({ user_key: z.string(), id: z.int(), role: roleSchema, expires_at: z.iso.datetime() })
  .meta({ id: 'LoginAnswer' });
export type LoginAnswer = z.infer<typeof loginAnswerSchema>;

/** GET /users/info: the signed-in person (specification 000 §3). */
export const profileSchema = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    email_confirm: z.boolean(),
    phone: z.string().nullable(),
    phone_confirm: z.boolean(),
    role: roleSchema,
    active: z.boolean(),
    blocked: z.boolean(),
    lang: z.string(),
    country: z.string().nullable(),
    country_code: z.string().nullable(),
    city: z.string().nullable(),
    region: z.string().nullable(),
    utc_offset: z.int().describe('minutes'),
    time_zone: z.string(),
    created_at: z.iso.datetime(),
    last_login: z.iso.datetime().nullable(),
    key_created_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof profileSchema>;

/** GET /realtime: where the console's MQTT-over-WebSocket connection goes. */
export const realtimeAnswerSchema = z.strictObject({ url: z.string() }).meta({ id: 'Realtime' });
