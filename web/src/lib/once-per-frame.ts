/** Hidden tabs get no animation frames, so a timer runs the work there. */
const HIDDEN_TAB_MS = 250;

/**
 * Runs a function once at the next animation frame, or after a timeout where there is none.
 * @returns `request` schedules a run, unless one is scheduled; `cancel` cancels it
 */
export function oncePerFrame(run: () => void): { request: () => void; cancel: () => void } {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    timer = undefined;
  };
  const fire = (): void => {
    cancel();
    run();
  };
  return {
    request: () => {
      if (timer !== undefined) return;
      timer = setTimeout(fire, HIDDEN_TAB_MS);
      frame = requestAnimationFrame(fire);
    },
    cancel,
  };
}
