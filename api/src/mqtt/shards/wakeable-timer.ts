/** A pause that ends early when it is woken. A call of `wake` between two pauses ends the next one. */
export function createWakeableTimer() {
  let woken = false;
  let end: (() => void) | null = null;
  return {
    async wait(ms: number): Promise<void> {
      if (!woken) {
        const { promise, resolve } = Promise.withResolvers<void>();
        end = resolve;
        const timer = setTimeout(resolve, ms);
        await promise;
        clearTimeout(timer);
        end = null;
      }
      woken = false;
    },
    wake(): void {
      woken = true;
      end?.();
    },
  };
}
