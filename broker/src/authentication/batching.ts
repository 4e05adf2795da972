type Waiting<Q, A> = { question: Q; resolve: (answer: A) => void; reject: (error: unknown) => void };

/** Null for a question that could not be answered, though others of its batch could. */
type AskAll<Q, A> = (questions: Q[]) => Promise<(A | null)[]>;

/** `maxWaitMs`: how long questions wait for the end of a running batch before another one is begun beside it. */
type Limits = { maxBatch: number; maxRunning: number; maxWaitMs: number };

/**
 * Collects the questions of one turn of the event loop, and those that come while a batch is being answered, into batches. The answers have the order
 * of the questions. Beside a running batch only a full one is begun, because a call costs as much as several of its questions, or one that has
 * waited too long. A question that comes alone waits for nothing.
 */
export function inBatches<Q, A>(
  askAll: AskAll<Q, A>,
  { maxBatch, maxRunning, maxWaitMs }: Limits,
): (question: Q) => Promise<A> {
  let waiting: Waiting<Q, A>[] = [];
  let running = 0;
  let waitTimer: NodeJS.Timeout | null = null;

  function settle(batch: Waiting<Q, A>[], answers: readonly (A | null)[]): void {
    for (const [index, { resolve, reject }] of batch.entries()) {
      const answer = answers[index];
      if (answer == null) reject(new Error('the question was not answered'));
      else resolve(answer);
    }
  }

  function begin(): void {
    const batch = waiting.slice(0, maxBatch);
    waiting = waiting.slice(maxBatch);
    running++;
    askAll(batch.map(({ question }) => question))
      .then(
        (answers) => settle(batch, answers),
        (error: unknown) => batch.forEach(({ reject }) => reject(error)),
      )
      .finally(() => {
        running--;
        flush();
      });
  }

  /** @param hasWaited whether the questions have waited for as long as they may */
  function flush(hasWaited = false): void {
    if (waitTimer) clearTimeout(waitTimer);
    waitTimer = null;
    const mayBegin = (): boolean => running === 0 || hasWaited || waiting.length >= maxBatch;
    while (waiting.length > 0 && running < maxRunning && mayBegin()) begin();
    if (waiting.length > 0 && running < maxRunning) waitTimer = setTimeout(() => flush(true), maxWaitMs);
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (waiting.length === 1) setImmediate(() => flush());
      else if (waiting.length === maxBatch && waitTimer) flush();
    });
}
