import { serializeError, withMessage } from '@belfry/schemas/logging/serialize-error';
import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Logs JSON lines to stdout. Callers must not pass secrets; the redacted names are a second safeguard. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      name: 'broker',
      level,
      serializers: { err: serializeError },
      hooks: {
        logMethod(args, method) {
          method.apply(this, withMessage(args));
        },
      },
      redact: { paths: ['password', '*.password', 'authorization', '*.authorization'] },
    },
    destination,
  );

const SUMMARY_INTERVAL_MS = 10_000;

/**
 * Counts refused requests and dropped connections for the metrics, and logs them at a limited rate: the first of a kind
 * immediately with an example, then one summary every ten seconds while there are more.
 */
export class RefusalCounter {
  /** Counts by event and reason since the start. Both are constants of the broker, never text from a client. */
  readonly totals = new Map<string, Map<string, number>>();
  readonly #log: Logger;
  readonly #suppressed = new Map<string, number>();
  readonly #throttled = new Set<string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** @param example fields for the log line, without secrets */
  count(event: string, reason: string, example: Record<string, unknown> = {}): void {
    const reasons = this.totals.get(event) ?? new Map<string, number>();
    this.totals.set(event, reasons.set(reason, (reasons.get(reason) ?? 0) + 1));
    const key = `${event}: ${reason}`;
    if (this.#throttled.has(key)) {
      this.#suppressed.set(key, (this.#suppressed.get(key) ?? 0) + 1);
      return;
    }
    this.#throttled.add(key);
    this.#log.warn({ reason, ...example }, event);
    this.#timer ??= setTimeout(() => this.#summarise(), SUMMARY_INTERVAL_MS).unref();
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #summarise(): void {
    this.#timer = null;
    this.#throttled.clear();
    if (this.#suppressed.size === 0) return;
    this.#log.warn(
      { counts: Object.fromEntries(this.#suppressed), seconds: SUMMARY_INTERVAL_MS / 1000 },
      'more of these',
    );
    for (const key of this.#suppressed.keys()) this.#throttled.add(key);
    this.#suppressed.clear();
    this.#timer = setTimeout(() => this.#summarise(), SUMMARY_INTERVAL_MS).unref();
  }
}
