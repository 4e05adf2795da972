import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** The longest time for which the event loop is blocked, unless a single step takes longer. */
const BLOCKED_MAX_MS = 10;

/** Works that yield at the same time go on in turns of the event loop of their own: one after another they would block it for as long as all of them. */
let turn: Promise<void> = Promise.resolve();

export function createYielder(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began <= BLOCKED_MAX_MS) return;
    turn = turn.then(() => yieldToEventLoop());
    await turn;
    began = performance.now();
  };
}

/** @param breathe a yielder, which several works may share */
export async function runInSteps<Result>(
  steps: Generator<undefined, Result>,
  breathe = createYielder(),
): Promise<Result> {
  let step = steps.next();
  while (!step.done) {
    await breathe();
    step = steps.next();
  }
  return step.value;
}

/** Yields to the event loop between two items when that was blocked for long. */
export async function mapYielding<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  const breathe = createYielder();
  for (const item of items) {
    await breathe();
    results.push(map(item));
  }
  return results;
}

/** The processor time that the calling thread has used, in milliseconds: others may keep it waiting, which does not count. */
export function threadTimeMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
