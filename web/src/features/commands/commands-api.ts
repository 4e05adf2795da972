import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { resultsHttp } from '@belfry/schemas/http/commands/results';
import { COMMAND_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { BroadcastCommand, Command } from '@belfry/schemas/mqtt/commands';
import { topics } from '@belfry/schemas/mqtt/topics';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom } from '../../lib/api/call.ts';
import { liveEndpoint } from '../../lib/mqtt/live-endpoint.ts';
import { LOG_LENGTH, logCommand, logResponse, type CommandLog, currentCommand } from './command-log.ts';

/** A refused command has a status of 4xx or 5xx, but the same body as any other answer; see CMD-6. */
const isCommandAnswer = ({ ok }: Response, body: unknown): boolean =>
  ok || (typeof body === 'object' && body !== null && 'success' in body && 'errorType' in body);

/** The server waits COMMAND_TIMEOUT_MS for the device, so its answer may arrive later than that; see CMD-12. */
const ANSWER_TIMEOUT_MS = COMMAND_TIMEOUT_MS + 5_000;

type SendCommand = {
  serial: Serial;
  command: Command;
  params?: Record<string, unknown>;
  /** The page itself requests what it shows; see CMD-27. */
  background?: boolean;
};
type QueueCommand = { serial: Serial; command: Command; params: Record<string, unknown>; expires_in_s: number };

/** Waits for the response of the device; a refusal is an answer as well. */
const ANSWERED = { timeout: ANSWER_TIMEOUT_MS, validateStatus: isCommandAnswer };

export const commandsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * The last commands, newest first. Messages of the device's topics patch it. The event `commands_changed` refetches
     * it: broadcasts and expired commands have no message on those topics.
     */
    getCommandHistory: build.query<CommandLog, Serial>({
      ...callFrom(resultsHttp.list, (serial: Serial) => ({ serial, limit: LOG_LENGTH })),
      providesTags: (_log, _error, serial) => ['Live', { type: 'Command', id: serial }],
      ...liveEndpoint<CommandLog, Serial>({
        filtersOf: (_log, serial) => [topics.commands(serial), topics.responses(serial)],
        apply: (log, message) => {
          if (message.kind === 'commands') logCommand(log, message.payload);
          if (message.kind === 'responses') logResponse(log, message.payload);
        },
      }),
    }),
    sendCommand: build.mutation({
      ...callFrom(commandsHttp.sendAndWait, ({ params = {}, ...sent }: SendCommand) => ({ ...sent, params }), ANSWERED),
      invalidatesTags: (_answer, _error, { serial, background }) =>
        background ? [] : [{ type: 'Command', id: serial }],
    }),
    /** With `queue` the command waits while the device is offline. */
    queueCommand: build.mutation({
      ...callFrom(commandsHttp.send, ({ serial, command, params, expires_in_s }: QueueCommand) => ({
        serial,
        command,
        params,
        queue: true,
        expires_in_s,
      })),
      invalidatesTags: (_answer, _error, { serial }) => [{ type: 'Command', id: serial }],
    }),
    cancelCommand: build.mutation({
      ...call(resultsHttp.cancel),
      invalidatesTags: (_answer, _error, { serial }) => [{ type: 'Command', id: serial }, 'Run'],
    }),
    broadcastCommand: build.mutation({
      ...callFrom(commandsHttp.broadcast, (command: BroadcastCommand) => ({ command, params: {} }), ANSWERED),
      invalidatesTags: ['Command'],
    }),
  }),
});

export const {
  useGetCommandHistoryQuery,
  useSendCommandMutation,
  useQueueCommandMutation,
  useCancelCommandMutation,
  useBroadcastCommandMutation,
} = commandsApi;

export function useCommandHistory(serial: Serial) {
  const history = useGetCommandHistoryQuery(serial);
  const log = history.data ?? [];
  return { ...history, log, current: currentCommand(log) };
}
