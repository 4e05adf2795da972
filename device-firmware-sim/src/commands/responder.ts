import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import type { DeviceContext } from '../device/device-context.ts';
import { isoTime } from '../hardware/clock.ts';
import type { ResponseFields } from './execute-command.ts';
import { createResponseCache } from './response-cache.ts';

/** What a response does not state. */
const UNSTATED = { success: null, result: null, error: null, error_type: null, execution_time_ms: null };

/** Sends responses to commands, and keeps the last one to each for repetitions. */
export function createResponder({ clock, flash }: DeviceContext, respond: (message: ResponseMessage) => void) {
  const responses = createResponseCache(flash);

  return {
    send(correlationId: string, fields: ResponseFields): void {
      const at = isoTime(clock.now());
      const response: ResponseMessage = { correlation_id: correlationId, at, ...UNSTATED, ...fields };
      responses.store(response);
      respond(response);
    },
    /** Sends the last response to this command again. @returns whether there is one */
    repeat(correlationId: string): boolean {
      const stored = responses.find(correlationId);
      if (stored) respond(stored);
      return stored !== undefined;
    },
  };
}
