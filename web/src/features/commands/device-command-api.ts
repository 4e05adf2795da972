import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { resultsHttp } from '@belfry/schemas/http/commands/results';
import { COMMAND_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { Command } from '@belfry/schemas/mqtt/commands';
import { baseApi } from '../../api/base/base-api.ts';
import { call, callFrom } from '../../api/base/call.ts';
import { isCommandAnswer } from './is-command-answer.ts';

type StartCommand = {
  serial: Serial;
  command: Command;
  params: Record<string, unknown>;
  /** The page reads what it shows; see CMD-27. */
  background?: boolean;
};

export const deviceCommandApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Returns without waiting for the device; a refusal has its error type; see CMD-5 and CMD-6. */
    startCommand: build.mutation({
      ...callFrom(commandsHttp.send, (command: StartCommand) => command, {
        timeout: COMMAND_TIMEOUT_MS,
        validateStatus: isCommandAnswer,
      }),
      invalidatesTags: (_started, _error, { serial, background }) =>
        background ? [] : [{ type: 'Command', id: serial }],
    }),
    getCommandResult: build.query({ ...call(resultsHttp.read), keepUnusedDataFor: 0 }),
  }),
});
