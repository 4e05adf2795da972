/** A stream that has not begun by then is taken for dead. */
const BEGINS_WITHIN_MS = 10_000;

/** Whether this browser receives the sound of a stream; nothing is heard of it. */
export function canHear(url: string): Promise<boolean> {
  const audio = new Audio();
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), BEGINS_WITHIN_MS);
    const end = (heard: boolean): void => {
      clearTimeout(timer);
      resolve(heard);
    };
    audio.addEventListener('canplay', () => end(true));
    audio.addEventListener('error', () => end(false));
    audio.muted = true;
    audio.preload = 'auto';
    audio.src = url;
  }).finally(() => audio.removeAttribute('src'));
}
