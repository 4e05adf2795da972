/** Runs the task after `ms`; 0 means setImmediate, because setTimeout(0) waits for a millisecond. @returns a function that cancels it. */
export function runAfter(ms: number, task: () => void): () => void {
  if (ms === 0) {
    const immediate = setImmediate(task);
    return () => clearImmediate(immediate);
  }
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => runAfter(ms, resolve));
