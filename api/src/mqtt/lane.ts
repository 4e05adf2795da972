/** Runs tasks one after another, in the order in which they were handed in. */
export type Lane = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * One lane for everything that updates rows of `device_state` in bulk: two statements that lock the same rows in
 * different orders would deadlock.
 */
export function createLane(): Lane {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task);
    last = run.catch(() => undefined);
    return run;
  };
}
