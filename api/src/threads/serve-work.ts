import { parentPort } from 'node:worker_threads';

/** Throws if the api has no answer. */
export type Ask = (asks: string, input?: unknown) => Promise<unknown>;
/** A kind of work: gets what the api has sent, and returns what can be cloned. */
type Work = (input: never, ask: Ask) => unknown;

/** Serves the works of a thread by name, one at a time. The last statement of the program of a thread. */
export function serveWork(works: Readonly<Record<string, Work>>): void {
  if (!parentPort) throw new Error('this program runs in a thread only');
  const port = parentPort;
  const open = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
  let questions = 0;
  // A thread has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const send = (message: FromThread): void => port.postMessage(message);

  const ask: Ask = (asks, input) => {
    const { promise, ...settle } = Promise.withResolvers<unknown>();
    questions += 1;
    open.set(questions, settle);
    send({ question: questions, asks, input });
    return promise;
  };

  async function run(name: string, input: unknown): Promise<void> {
    try {
      send({ result: await works[name]?.(input as never, ask) });
    } catch (error) {
      const { constructor, message } = error instanceof Error ? error : new Error(String(error));
      send({ error: { name: constructor.name, message } });
    }
  }

  port.on('message', (message: ToThread) => {
    if ('work' in message) return void run(message.work, message.input);
    const waiting = open.get(message.question);
    open.delete(message.question);
    if ('failed' in message) waiting?.reject(new Error('the api could not answer'));
    else waiting?.resolve(message.answer);
  });
  send({ started: true });
}

/** To the thread: work, or the answer to a question of its work. */
export type ToThread =
  | { work: string; input: unknown }
  | { question: number; answer: unknown }
  | { question: number; failed: true };

/** From the thread: that it has started, a question, or how its work ended. `name` is that of the class of an error. */
export type FromThread =
  | { started: true }
  | { question: number; asks: string; input: unknown }
  | { result: unknown }
  | { error: { name: string; message: string } };
