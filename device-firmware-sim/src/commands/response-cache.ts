import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import type { Flash } from '../hardware/flash.ts';

/** The number of commands whose responses are stored for repetitions. */
const RESPONSES_MAX = 100;

/** The last response to each recent command. Final responses are in flash, so that a repeated reboot command is not run again. */
export function createResponseCache(flash: Flash) {
  const { memory } = flash;
  const inFlight = new Map<string, ResponseMessage>();
  const final = new Map(memory.answers.map((answer) => [answer.correlation_id, answer]));
  return {
    find: (correlationId: string): ResponseMessage | undefined =>
      final.get(correlationId) ?? inFlight.get(correlationId),
    store(answer: ResponseMessage): void {
      const id = answer.correlation_id;
      if (answer.phase !== 'done') return void inFlight.set(id, answer);
      inFlight.delete(id);
      final.set(id, answer);
      memory.answers.push(answer);
      // In the same write: after a loss of power an installation is either answered or resumed.
      if (memory.installation?.correlation_id === id) memory.installation = null;
      const evicted = memory.answers.length > RESPONSES_MAX ? memory.answers.shift() : undefined;
      if (evicted) final.delete(evicted.correlation_id);
      flash.changed();
    },
  };
}
