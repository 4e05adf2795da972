import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import type { Flash } from './flash.ts';

/** Commands whose answers are remembered for the case that they come again. */
const ANSWERS_MAX = 100;

/** What was said last to each of the latest commands. Final answers live in flash, so a reboot does not repeat a reboot. */
export function createAnswers(flash: Flash) {
  const { memory } = flash;
  const underway = new Map<string, ResponseMessage>();
  const final = new Map(memory.answers.map((answer) => [answer.correlation_id, answer]));
  return {
    find: (correlationId: string): ResponseMessage | undefined =>
      final.get(correlationId) ?? underway.get(correlationId),
    remember(answer: ResponseMessage): void {
      const id = answer.correlation_id;
      if (answer.phase !== 'done') return void underway.set(id, answer);
      underway.delete(id);
      final.set(id, answer);
      memory.answers.push(answer);
      const forgotten = memory.answers.length > ANSWERS_MAX ? memory.answers.shift() : undefined;
      if (forgotten) final.delete(forgotten.correlation_id);
      flash.changed();
    },
  };
}
