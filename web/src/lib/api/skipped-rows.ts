import type { z } from 'zod';

type Listener = (rows: number) => void;
const listeners = new Set<Listener>();

/**
 * Calls `listener` with the number of rows of a list that could not be read and are not shown.
 * @returns a function that ends it
 */
export function onSkippedRows(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** @param issues one per row. Their paths and texts hold no values of the answer. */
export function reportSkippedRows(issues: readonly z.core.$ZodIssue[]): void {
  const [first] = issues;
  // oxlint-disable-next-line no-console -- the toast does not say where the entry is (SHELL-27)
  console.warn(`${issues.length} rows of a list are not shown. First: ${first?.message} at ${first?.path.join('.')}`);
  for (const listener of listeners) listener(issues.length);
}
