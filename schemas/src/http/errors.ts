import { z } from 'zod';

/** All error codes with their HTTP status; see HTTP-3. */
export const ERROR_STATUS = {
  invalid_input: 400,
  invalid_json: 400,
  serial_not_unique: 400,
  unknown_command: 400,
  already_confirmed: 400,
  authorization_pending: 400,
  slow_down: 400,
  expired_token: 400,
  access_denied: 400,
  wrong_password: 400,
  unauthenticated: 401,
  wrong_credentials: 401,
  wrong_pass: 401,
  wrong_code: 401,
  forbidden: 403,
  email_not_confirmed: 403,
  account_blocked: 403,
  origin_refused: 403,
  not_found: 404,
  user_not_found: 404,
  device_not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  device_offline: 409,
  device_owned: 409,
  already_enrolled: 409,
  mode_forbids: 409,
  user_exists: 409,
  edit_conflict: 409,
  code_expired: 410,
  link_expired: 410,
  challenge_expired: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unprocessable: 422,
  place_not_allowed: 422,
  tree_cycle: 422,
  tree_too_deep: 422,
  tree_full: 422,
  rate_limited: 429,
  code_locked: 429,
  internal: 500,
  broker_unavailable: 503,
  database_unavailable: 503,
  files_unavailable: 503,
  speech_unavailable: 503,
  command_timeout: 504,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
export const errorCodeSchema = z
  .enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]])
  .meta({ id: 'ErrorCode' });

export const errorDetailSchema = z.strictObject({
  path: z.string().describe('dotted path of the field'),
  message: z.string(),
});
export type ErrorDetail = z.infer<typeof errorDetailSchema>;

/** The body of every response that is not 2xx. `error` is for users, `code` for programs; `request_id` is also logged. */
export const errorEnvelopeSchema = z
  .strictObject({
    error: z.string(),
    code: errorCodeSchema,
    details: z.array(errorDetailSchema).optional(),
    current: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('with edit_conflict: what was to be edited, as it is now'),
    request_id: z.string().optional(),
  })
  .meta({ id: 'Error' });
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;
