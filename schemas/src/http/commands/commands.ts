import { z } from 'zod';
import { serialSchema } from '../../domain/serial.ts';
import {
  broadcastCommandSchema,
  commandSchema,
  isBroadcastCommand,
  type BroadcastCommand,
  type Command,
} from '../../mqtt/commands.ts';
import { RESPONSE_PHASES } from '../../mqtt/messages.ts';
import { errorCodeSchema } from '../errors.ts';
import { endpoint } from '../endpoint.ts';

/** The states of a delivery; see CMD-8. */
export const DELIVERY_STATES = [
  'queued',
  'sent',
  'accepted',
  'succeeded',
  'failed',
  'timed_out',
  'expired',
  'cancelled',
] as const;
export const deliveryStateSchema = z.enum(DELIVERY_STATES).meta({ id: 'DeliveryState' });
export type DeliveryState = z.infer<typeof deliveryStateSchema>;

const settled: ReadonlySet<DeliveryState> = new Set(['succeeded', 'failed', 'timed_out', 'expired', 'cancelled']);
export const isSettled = (state: DeliveryState): boolean => settled.has(state);

/** Why a command failed without a response of the device; see CMD-6. */
export const COMMAND_ERROR_TYPES = [
  'device_offline',
  'device_not_found',
  'command_timeout',
  'websocket_unavailable',
] as const;
export const commandErrorTypeSchema = z.enum(COMMAND_ERROR_TYPES).meta({ id: 'CommandErrorType' });
export type CommandErrorType = z.infer<typeof commandErrorTypeSchema>;

const TIMEOUT_TEXTS: Record<BroadcastCommand, string> = {
  reboot: 'Reboot command timed out - device may be restarting',
  install: 'Install command timed out - operation may be in progress',
  reinstall: 'Reinstall command timed out - operation may be in progress',
};

const ERROR_TEXTS: Record<CommandErrorType, (command: Command) => string> = {
  device_offline: (command) => `Device is currently offline and cannot receive ${command} command`,
  device_not_found: () => 'Device not found in system',
  command_timeout: (command) =>
    isBroadcastCommand(command) ? TIMEOUT_TEXTS[command] : `The device did not answer the ${command} command in time`,
  websocket_unavailable: () => 'WebSocket server unavailable - cannot send commands',
};

export const INVALID_RESPONSE = {
  error_type: 'invalid_response',
  error: 'The device sent an answer that cannot be used: it is too large, nested too deeply or breaks the contract',
} as const;

export const DEVICE_STAYED_OFFLINE = 'The device did not come online before the command expired';

export const commandErrorText = (errorType: CommandErrorType, command: Command): string =>
  ERROR_TEXTS[errorType](command);

/** How long a command may wait for its device, in seconds; see CMD-16. */
export const EXPIRES_IN_S = { min: 60, max: 604_800, default: 86_400 } as const;
export const expiresInSchema = z.int().min(EXPIRES_IN_S.min).max(EXPIRES_IN_S.max);

/** The body of both command calls for one device; `params` are validated by the command table. */
export const sendCommandBodySchema = z
  .strictObject({
    command: commandSchema,
    params: z.record(z.string(), z.unknown()).default({}),
    device_key: z.string().nullish().describe('accepted for old clients; the user key decides'),
    queue: z.boolean().default(false).describe('while the device is offline the command waits for it until it expires'),
    background: z
      .boolean()
      .default(false)
      .describe(
        'a page reads what it shows, with system_info or the status of a player; left out of history and timeline',
      ),
    expires_in_s: expiresInSchema.optional().describe('with queue: seconds until it expires; 86400 unless given'),
  })
  .meta({ id: 'SendCommandBody' });

/** Whether a command only reads, so that it may be sent with `background`; see CMD-27. */
export const canBeBackground = (command: Command, { args }: Record<string, unknown>): boolean =>
  command === 'system_info' || (command === 'mpd_player' && typeof args === 'string' && /^\d status$/.test(args));

export const broadcastBodySchema = z
  .strictObject({ command: broadcastCommandSchema, params: z.record(z.string(), z.unknown()).default({}) })
  .meta({ id: 'BroadcastBody' });

const resultSchema = z
  .looseObject({ executionTime: z.number().describe('milliseconds') })
  .describe('the result of the command table with executionTime beside it');

export const commandAnswerSchema = z
  .strictObject({
    success: z.boolean(),
    commandId: z.uuid().nullable(),
    message: z.string(),
    result: resultSchema.nullable(),
    error: z.string().nullable(),
    errorType: z.string().nullable(),
    state: deliveryStateSchema.optional().describe('with 202: the command waits for its device'),
    code: errorCodeSchema.optional().describe('where the status is not 2xx'),
  })
  .meta({ id: 'CommandAnswer' });
export type CommandAnswer = z.infer<typeof commandAnswerSchema>;

export const commandSentSchema = z
  .strictObject({
    success: z.literal(true),
    commandId: z.uuid(),
    state: deliveryStateSchema.optional().describe('with queue: whether the command was sent or waits'),
  })
  .meta({ id: 'CommandSent' });
export type CommandSent = z.infer<typeof commandSentSchema>;

/** GET /rpi/devices/command/result/{serial}/{commandId}: `success` is null until the command has ended. */
export const commandResultSchema = z
  .strictObject({
    commandId: z.uuid(),
    command: commandSchema,
    state: deliveryStateSchema,
    phase: z.enum(RESPONSE_PHASES).nullable(),
    progress: z.record(z.string(), z.unknown()).nullable(),
    success: z.boolean().nullable(),
    result: resultSchema.nullable(),
    error: z.string().nullable(),
    errorType: z.string().nullable(),
    issued_at: z.iso.datetime(),
    expires_at: z.iso.datetime().describe('a command that the device has not accepted by then expires'),
    settled_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'CommandResult' });
export type CommandResultAnswer = z.infer<typeof commandResultSchema>;

export const broadcastAnswerSchema = z
  .strictObject({
    success: z.boolean(),
    message: z.string(),
    error: z.string().nullable(),
    errorType: commandErrorTypeSchema.nullable(),
    commandId: z.uuid().nullable(),
    devices: z.int().describe('deliveries that were written'),
    code: errorCodeSchema.optional().describe('where the status is not 2xx'),
  })
  .meta({ id: 'BroadcastAnswer' });
export type BroadcastAnswer = z.infer<typeof broadcastAnswerSchema>;

export const serialParamsSchema = z.object({ serial: serialSchema });
export const commandResultParamsSchema = z.object({ serial: serialSchema, commandId: z.uuid() });

export const commandHistoryQuerySchema = z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) });

/** Any text as the command, since an unknown command has an error code of its own. */
const body = sendCommandBodySchema.extend({ command: z.string().max(100) }).meta({ id: 'SendCommandBody' });
const refusals = [
  'forbidden',
  'unknown_command',
  'device_not_found',
  'device_offline',
  'broker_unavailable',
  'conflict',
] as const;

export const commandsHttp = {
  broadcast: endpoint({
    method: 'post',
    path: '/rpi/devices/send/commands/broadcast',
    summary: 'Send a command to every device',
    description: 'One published message and one delivery per device; devices that are offline fail at once.',
    body: broadcastBodySchema,
    answer: broadcastAnswerSchema,
    errors: ['broker_unavailable'],
  }),
  sendAndWait: endpoint({
    method: 'post',
    path: '/rpi/devices/send/commands/{serial}',
    summary: 'Send a command to a device and wait for its response',
    description:
      'A refusal has the same body, with the status of its code. With `queue` the status is 202 while the command waits.',
    params: serialParamsSchema,
    body,
    answer: commandAnswerSchema,
    errors: [...refusals, 'command_timeout'],
  }),
  send: endpoint({
    method: 'post',
    path: '/rpi/devices/send/command/{serial}',
    summary: 'Send a command to a device; its result is read with the commandId',
    params: serialParamsSchema,
    body,
    answer: z.union([commandSentSchema, commandAnswerSchema]),
    errors: refusals,
  }),
};
