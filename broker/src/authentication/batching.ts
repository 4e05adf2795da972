type Waiting<Q, A> = { question: Q; resolve: (answer: A) => void; reject: (error: unknown) => void };

/** Null for a question that could not be answered, though others of its batch could. */
type AskAll<Q, A> = (questions: Q[]) => Promise<(A | null)[]>;

/**
 * Collects the questions of one turn of the event loop, and those that come while `maxRunning` batches are being answered, into
 * batches. The answers have the order of the questions. A question that comes alone waits for nothing.
 */
export function inBatches<Q, A>(
  askAll: AskAll<Q, A>,
  { maxBatch, maxRunning }: { maxBatch: number; maxRunning: number },
): (question: Q) => Promise<A> {
  let waiting: Waiting<Q, A>[] = [];
  let running = 0;

  function settle(batch: Waiting<Q, A>[], answers: readonly (A | null)[]): void {
    for (const [index, { resolve, reject }] of batch.entries()) {
      const answer = answers[index];
      if (answer == null) reject(new Error('the question was not answered'));
      else resolve(answer);
    }
  }

  function flush(): void {
    while (waiting.length > 0 && running < maxRunning) {
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
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (waiting.length === 1) setImmediate(flush);
    });
}
