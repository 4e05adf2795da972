import { Fifo } from '../sessions/fifo.ts';

export class QueueTimeoutError extends Error {}

type Waiter = { start: () => void };

/** Runs a limited number of tasks concurrently; the others wait in order, for a limited time. */
export class ConcurrencyLimiter {
  readonly #queue = new Fifo<Waiter>();
  readonly #maxRunning: number;
  readonly #timeoutMs: number;
  #running = 0;
  #waiting = 0;

  constructor(maxRunning: number, timeoutMs: number) {
    this.#maxRunning = maxRunning;
    this.#timeoutMs = timeoutMs;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** @throws QueueTimeoutError */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#maxRunning) this.#running++;
    else await this.#waitForSlot();
    try {
      return await task();
    } finally {
      this.#release();
    }
  }

  #waitForSlot(): Promise<void> {
    this.#waiting++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting--;
        reject(new QueueTimeoutError('waited too long for a free slot'));
        waiter.start = () => this.#release();
      }, this.#timeoutMs);
      const waiter: Waiter = {
        start: () => {
          clearTimeout(timer);
          this.#waiting--;
          resolve();
        },
      };
      this.#queue.push(waiter);
    });
  }

  /** The slot goes to the next waiter; one whose time is over passes it on. */
  #release(): void {
    const next = this.#queue.shift();
    if (next) next.start();
    else this.#running--;
  }
}
