/** Hidden tabs get no animation frames; work must go on there all the same. */
const HIDDEN_TAB_MS = 250;

/**
 * Gathers work until the next animation frame (or a timer where none comes) and runs it once.
 * @returns `request` asks for a run; asking again before it happens changes nothing. `cancel` withdraws it.
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
