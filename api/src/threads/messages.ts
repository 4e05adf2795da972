/** What the api and its threads send each other. */

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
