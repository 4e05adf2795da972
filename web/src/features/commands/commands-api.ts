import type { BroadcastAnswer, CommandAnswer } from '@belfry/schemas/http/commands';
import { COMMAND_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { BroadcastCommand } from '@belfry/schemas/mqtt/commands';
import { topics } from '@belfry/schemas/mqtt/topics';
import { baseApi } from '../../api/base-api.ts';
import { liveEndpoint } from '../../mqtt/live-endpoint.ts';
import { LOG_LENGTH, logCommand, logResponse, type CommandLog } from './command-log.ts';

/** The server itself waits so long for the device; its own answer must have time to arrive. */
const ANSWER_TIMEOUT_MS = COMMAND_TIMEOUT_MS + 5_000;

/** A refusal by error type has a 4xx or 5xx status and still is an answer to read; see CMD-6. */
const isAnswer = ({ ok }: Response, body: unknown): boolean =>
  ok || (typeof body === 'object' && body !== null && 'success' in body && 'errorType' in body);

/** `unheard` counts answers to commands that are not in the log (a broadcast): reason to fetch it again. */
export type CommandHistory = { log: CommandLog; unheard: number };

export const commandsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /rpi/devices/commands/{serial}: the last commands, newest first, following the device's answers live. */
    getCommandHistory: build.query<CommandHistory, Serial>({
      query: (serial) => ({ url: `/rpi/devices/commands/${serial}`, params: { limit: LOG_LENGTH } }),
      transformResponse: (log: CommandLog) => ({ log, unheard: 0 }),
      providesTags: (_history, _error, serial) => ['Live', { type: 'Command', id: serial }],
      ...liveEndpoint<CommandHistory, Serial>({
        filtersOf: (_history, serial) => [topics.commands(serial), topics.responses(serial)],
        apply: (history, message) => {
          if (message.kind === 'commands') logCommand(history.log, message.payload);
          if (message.kind === 'responses' && !logResponse(history.log, message.payload)) history.unheard++;
        },
      }),
    }),
    /** POST /rpi/devices/send/commands/{serial}: waits for the device's answer. */
    sendCommand: build.mutation<CommandAnswer, { serial: Serial; command: BroadcastCommand }>({
      query: ({ serial, command }) => ({
        url: `/rpi/devices/send/commands/${serial}`,
        method: 'POST',
        body: { command, params: {} },
        timeout: ANSWER_TIMEOUT_MS,
        validateStatus: isAnswer,
      }),
      invalidatesTags: (_answer, _error, { serial }) => [{ type: 'Command', id: serial }],
    }),
    /** POST /rpi/devices/send/commands/broadcast: written and published once, for every device. */
    broadcastCommand: build.mutation<BroadcastAnswer, BroadcastCommand>({
      query: (command) => ({
        url: '/rpi/devices/send/commands/broadcast',
        method: 'POST',
        body: { command, params: {} },
        timeout: ANSWER_TIMEOUT_MS,
        validateStatus: isAnswer,
      }),
      invalidatesTags: ['Command'],
    }),
  }),
});

export const { useGetCommandHistoryQuery, useSendCommandMutation, useBroadcastCommandMutation } = commandsApi;
