import { threadTimeMs } from '../lib/thread-time.ts';

/** What an expansion may use: occurrences of its rules before exceptions, and milliseconds of the processor. */
export type Budget = { occurrences: number; ms: number };

/** A budget is used up. The message is for logs. */
export class BudgetError extends Error {}

/** What is left of a budget. */
export type Spending = {
  /** Takes so many occurrences. Throws BudgetError when more occurrences are used than there are, or all of the time. */
  take(occurrences: number): void;
};

/** Begins to spend a budget, which several expansions may share. */
export function spend({ occurrences, ms }: Budget): Spending {
  const began = threadTimeMs();
  let left = occurrences;
  return {
    take(used) {
      left -= used;
      if (left < 0) throw new BudgetError(`more than ${occurrences} occurrences`);
      if (threadTimeMs() - began >= ms) throw new BudgetError(`more than ${ms} ms`);
    },
  };
}
