import { createBackoff } from '@belfry/schemas/timing/backoff';

const RECONNECT = { firstMs: 100, maxMs: 5_000 };

/** Begins connections, one after another, with growing delays between failed attempts. */
export class ConnectAttempts {
  readonly #mayConnect: () => Promise<boolean>;
  readonly #connect: () => void;
  readonly #backoff = createBackoff(RECONNECT);
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  /** @param mayConnect asked before each attempt; false: it is asked again later */
  constructor(mayConnect: () => Promise<boolean>, connect: () => void) {
    this.#mayConnect = mayConnect;
    this.#connect = connect;
  }

  start(): void {
    void this.#attempt();
  }

  /** Call when a connection has ended. */
  retry(): void {
    if (!this.#stopped) this.#timer = setTimeout(() => this.start(), this.#backoff.next());
  }

  /** Call when a connection is established: the next delay is the shortest one again. */
  succeeded(): void {
    this.#backoff.reset();
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  async #attempt(): Promise<void> {
    this.#timer = null;
    const may = await this.#mayConnect();
    if (this.#stopped) return;
    if (may) this.#connect();
    else this.retry();
  }
}
