import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import type { Flash } from '../hardware/flash.ts';

/** The number of commands whose responses are stored for repetitions. */
const ANSWERS_MAX = 100;

/** The last response to each recent command. Final responses are in flash, so that a repeated reboot command is not run again. */
export function createResponseCache(flash: Flash) {
  const { memory } = flash;
  const inFlight = new Map<string, ResponseMessage>();
  const final = new Map(memory.answers.map((answer) => [answer.correlation_id, answer]));
  return {
    find: (correlationId: string): ResponseMessage | undefined =>
      final.get(correlationId) ?? inFlight.get(correlationId),
    remember(answer: ResponseMessage): void {
      const id = answer.correlation_id;
      if (answer.phase !== 'done') return void inFlight.set(id, answer);
      inFlight.delete(id);
      final.set(id, answer);
      memory.answers.push(answer);
      const forgotten = memory.answers.length > ANSWERS_MAX ? memory.answers.shift() : undefined;
      if (forgotten) final.delete(forgotten.correlation_id);
      flash.changed();
    },
  };
}
