const CHANNEL = 'belfry-player';
/** A tab that is there answers within this time. */
const ANSWERED_MS = 400;
const ASK_EVERY_MS = 2_000;

export type OnlyOne = {
  /** Ends the player of the other tab, and begins here. */
  takeOver: () => void;
  close: () => void;
};

type Events = {
  /** This tab is the one. */
  begin: () => void;
  /** Another tab has it: from the beginning, or because it was taken over. */
  other: () => void;
};

type Message = { kind: 'who' | 'here' | 'leave'; id: number };

/** The part of the Web Locks of a secure context that is used here. */
type Locks = Pick<LockManager, 'request'>;

/**
 * Lets one tab of this browser be the player: by a lock, or, where there are none as on plain http, by asking the others. When that tab is closed,
 * the next one begins.
 */
export function holdAlone(
  { begin, other }: Events,
  locks: Locks | null = (globalThis.navigator as { locks?: LockManager }).locks ?? null,
): OnlyOne {
  const id = Math.random();
  const channel = new BroadcastChannel(CHANNEL);
  const closing = new AbortController();
  let isHolder = false;
  let release = (): void => {};
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no such argument
  const say = (kind: Message['kind']): void => channel.postMessage({ kind, id } satisfies Message);

  let isTold = false;
  function tellOther(): void {
    if (!isTold) other();
    isTold = true;
  }

  function hold(): void {
    isHolder = true;
    isTold = false;
    begin();
  }

  function waitForLock(manager: Locks): void {
    const asking = setTimeout(tellOther, ANSWERED_MS);
    manager
      .request(CHANNEL, { signal: closing.signal }, () => {
        clearTimeout(asking);
        const held = Promise.withResolvers<void>();
        release = held.resolve;
        hold();
        return held.promise;
      })
      .catch(() => clearTimeout(asking));
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  function ask(): void {
    isAsking = true;
    say('who');
    timer = setTimeout(() => {
      isAsking = false;
      hold();
    }, ANSWERED_MS);
  }

  function answered(): void {
    isAsking = false;
    clearTimeout(timer);
    timer = setTimeout(ask, ASK_EVERY_MS);
    tellOther();
  }

  function leave(): void {
    isHolder = false;
    tellOther();
    release();
    if (locks) waitForLock(locks);
    else answered();
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'leave' && isHolder) leave();
    if (locks) return;
    // Of two that ask at once, the one with the lower number begins.
    if (data.kind === 'who' && (isHolder || (isAsking && id < data.id))) say('here');
    else if (isAsking) answered();
  });
  if (locks) waitForLock(locks);
  else ask();

  return {
    takeOver() {
      say('leave');
      if (locks) return;
      clearTimeout(timer);
      timer = setTimeout(ask, ANSWERED_MS);
    },
    close() {
      closing.abort();
      clearTimeout(timer);
      isHolder = false;
      release();
      channel.close();
    },
  };
}
