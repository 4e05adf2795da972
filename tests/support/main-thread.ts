import { threadTimeMs } from '@belfry/api/lib/map-yielding';

const TICK_MS = 2;

/**
 * Watches how long this thread works without a pause, which is the api's thread in a flow. @returns a function that ends it and returns the longest
 * span in milliseconds: of the time in which the thread has worked, since the machine may have paused it
 */
export function watchMainThread(): () => number {
  let longest = 0;
  let last = { at: performance.now(), cpu: threadTimeMs() };
  const look = (): void => {
    const now = { at: performance.now(), cpu: threadTimeMs() };
    longest = Math.max(longest, Math.min(now.at - last.at, now.cpu - last.cpu));
    last = now;
  };
  const timer = setInterval(look, TICK_MS);
  return () => {
    clearInterval(timer);
    look();
    return longest;
  };
}
