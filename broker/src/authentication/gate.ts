import { Fifo } from '../sessions/fifo.ts';

/** Waited in vain for a turn. */
export class GateTimeout extends Error {}

type Waiter = { enter: () => void; timer: NodeJS.Timeout };

/** Lets so many in at once; the others wait in line for a bounded time. */
export class Gate {
  readonly #line = new Fifo<Waiter>();
  readonly #width: number;
  readonly #timeoutMs: number;
  #inside = 0;
  #waiting = 0;

  constructor(width: number, timeoutMs: number) {
    this.#width = width;
    this.#timeoutMs = timeoutMs;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** @throws GateTimeout */
  async through<T>(task: () => Promise<T>): Promise<T> {
    if (this.#inside < this.#width) this.#inside++;
    else await this.#turn();
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  #turn(): Promise<void> {
    this.#waiting++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting--;
        reject(new GateTimeout('waited too long for a turn'));
        waiter.enter = () => this.#leave();
      }, this.#timeoutMs);
      const waiter: Waiter = {
        timer,
        enter: () => {
          clearTimeout(timer);
          this.#waiting--;
          resolve();
        },
      };
      this.#line.push(waiter);
    });
  }

  /** The place goes to the next in line; one that gave up passes it on. */
  #leave(): void {
    const next = this.#line.shift();
    if (next) next.enter();
    else this.#inside--;
  }
}
