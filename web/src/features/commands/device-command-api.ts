import type { CommandAnswer, CommandResultAnswer } from '@belfry/schemas/http/commands/commands';
import { COMMAND_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { Command } from '@belfry/schemas/mqtt/commands';
import { baseApi } from '../../api/base/base-api.ts';
import { isCommandAnswer } from './is-command-answer.ts';

/** The answer of a command that was published, or the refusal with its error type; see CMD-5 and CMD-6. */
type Started = Pick<CommandAnswer, 'success' | 'commandId'> & Partial<CommandAnswer>;

type StartCommand = {
  serial: Serial;
  command: Command;
  params: Record<string, unknown>;
  /** The page reads what it shows; see CMD-27. */
  background?: boolean;
};

export const deviceCommandApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** POST /rpi/devices/send/command/{serial}: returns without waiting for the device. */
    startCommand: build.mutation<Started, StartCommand>({
      query: ({ serial, ...body }) => ({
        url: `/rpi/devices/send/command/${serial}`,
        method: 'POST',
        body,
        timeout: COMMAND_TIMEOUT_MS,
        validateStatus: isCommandAnswer,
      }),
      invalidatesTags: (_started, _error, { serial, background }) =>
        background ? [] : [{ type: 'Command', id: serial }],
    }),
    /** GET /rpi/devices/command/result/{serial}/{commandId} */
    getCommandResult: build.query<CommandResultAnswer, { serial: Serial; commandId: string }>({
      query: ({ serial, commandId }) => `/rpi/devices/command/result/${serial}/${commandId}`,
      keepUnusedDataFor: 0,
    }),
  }),
});
