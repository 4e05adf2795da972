import type {
  BroadcastAnswer,
  CommandAnswer,
  CommandResultAnswer,
  CommandSent,
} from '@belfry/schemas/http/commands/commands';
import { COMMAND_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { BroadcastCommand, Command } from '@belfry/schemas/mqtt/commands';
import { topics } from '@belfry/schemas/mqtt/topics';
import { baseApi } from '../../api/base/base-api.ts';
import { liveEndpoint } from '../../mqtt/live-endpoint.ts';
import { isCommandAnswer } from './is-command-answer.ts';
import { LOG_LENGTH, logCommand, logResponse, type CommandLog } from './command-log.ts';

/** The server waits COMMAND_TIMEOUT_MS for the device, so its answer may arrive later than that; see CMD-12. */
const ANSWER_TIMEOUT_MS = COMMAND_TIMEOUT_MS + 5_000;

type SendCommand = {
  serial: Serial;
  command: Command;
  params?: Record<string, unknown>;
  /** The page reads what it shows; see CMD-27. */
  background?: boolean;
};
type QueueCommand = { serial: Serial; command: Command; params: object; expires_in_s: number };

export const commandsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * GET /rpi/devices/commands/{serial}: the last commands, newest first. Messages of the device's topics patch it. The
     * event `commands_changed` refetches it: broadcasts and expired commands have no message on those topics.
     */
    getCommandHistory: build.query<CommandLog, Serial>({
      query: (serial) => ({ url: `/rpi/devices/commands/${serial}`, params: { limit: LOG_LENGTH } }),
      providesTags: (_log, _error, serial) => ['Live', { type: 'Command', id: serial }],
      ...liveEndpoint<CommandLog, Serial>({
        filtersOf: (_log, serial) => [topics.commands(serial), topics.responses(serial)],
        apply: (log, message) => {
          if (message.kind === 'commands') logCommand(log, message.payload);
          if (message.kind === 'responses') logResponse(log, message.payload);
        },
      }),
    }),
    /** POST /rpi/devices/send/commands/{serial}: waits for the response of the device. */
    sendCommand: build.mutation<CommandAnswer, SendCommand>({
      query: ({ serial, params = {}, ...body }) => ({
        url: `/rpi/devices/send/commands/${serial}`,
        method: 'POST',
        body: { ...body, params },
        timeout: ANSWER_TIMEOUT_MS,
        validateStatus: isCommandAnswer,
      }),
      invalidatesTags: (_answer, _error, { serial, background }) =>
        background ? [] : [{ type: 'Command', id: serial }],
    }),
    /** POST /rpi/devices/send/command/{serial} with `queue`: the command waits while the device is offline. */
    queueCommand: build.mutation<CommandSent, QueueCommand>({
      query: ({ serial, command, params, expires_in_s }) => ({
        url: `/rpi/devices/send/command/${serial}`,
        method: 'POST',
        body: { command, params, queue: true, expires_in_s },
      }),
      invalidatesTags: (_answer, _error, { serial }) => [{ type: 'Command', id: serial }],
    }),
    /** DELETE /rpi/devices/command/{serial}/{commandId}: a command that waits for its device. */
    cancelCommand: build.mutation<CommandResultAnswer, { serial: Serial; commandId: string }>({
      query: ({ serial, commandId }) => ({ url: `/rpi/devices/command/${serial}/${commandId}`, method: 'DELETE' }),
      invalidatesTags: (_answer, _error, { serial }) => [{ type: 'Command', id: serial }, 'Run'],
    }),
    /** POST /rpi/devices/send/commands/broadcast: publishes one message for every device. */
    broadcastCommand: build.mutation<BroadcastAnswer, BroadcastCommand>({
      query: (command) => ({
        url: '/rpi/devices/send/commands/broadcast',
        method: 'POST',
        body: { command, params: {} },
        timeout: ANSWER_TIMEOUT_MS,
        validateStatus: isCommandAnswer,
      }),
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
