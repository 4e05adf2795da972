/** How much one publisher may have retained: topics, and bytes of topics and payloads together. */
export type RetainedLimits = { messages: number; bytes: number };
type Usage = { messages: number; bytes: number };

/** How much each publisher has in the retained store. Publishers without retained messages are removed. */
export class RetainedBudget {
  readonly #limits: RetainedLimits;
  readonly #usage = new Map<string, Usage>();

  constructor(limits: RetainedLimits) {
    this.#limits = limits;
  }

  /** Whether this many more messages and bytes are allowed; either number may be negative. */
  allows(publisher: string, more: Usage): boolean {
    const { messages = 0, bytes = 0 } = this.#usage.get(publisher) ?? {};
    return messages + more.messages <= this.#limits.messages && bytes + more.bytes <= this.#limits.bytes;
  }

  add(publisher: string, bytes: number): void {
    const usage = this.#usage.get(publisher) ?? { messages: 0, bytes: 0 };
    usage.messages++;
    usage.bytes += bytes;
    this.#usage.set(publisher, usage);
  }

  remove(publisher: string, bytes: number): void {
    const usage = this.#usage.get(publisher);
    if (!usage) return;
    usage.messages--;
    usage.bytes -= bytes;
    if (usage.messages === 0) this.#usage.delete(publisher);
  }
}
