import { letPass } from '@belfry/schemas/testing/clock';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { startSteadyClock } from '../devices/steady-clock.ts';
import { createHttpClient } from '../http-client.ts';

const CALL_EVERY_MS = 50;
/** The hash of a password costs more processor time than any other call. */
const SIGN_IN_EVERY_MS = 1_000;
/** What a command may be answered with, other than its result: each says by name what is missing. */
const NAMED_ERRORS = new Set(['device_offline', 'command_timeout', 'websocket_unavailable']);

/** Calls that people make without a pause, and what they were answered. */
export type CallsLedger = {
  /** How often each answer occurred since the last call, such as `read 200`. */
  take(): Record<string, number>;
  /** The longest call since the start, in milliseconds without pauses of the machine. */
  readonly longestMs: number;
  stop(): Promise<void>;
};

type Call = () => Promise<string>;

/**
 * Starts people who read with keys from before the upgrade, somebody who signs in again and again, and one caller per device who
 * sends it commands and waits for the answers.
 */
export function startCalls(options: {
  url: string;
  keys: readonly string[];
  signIn: () => Promise<unknown>;
  serials: readonly string[];
}): CallsLedger {
  const { url, keys, signIn, serials } = options;
  let counts = new Map<string, number>();
  let longestMs = 0;
  const stopped = new AbortController();
  const clock = startSteadyClock();

  const api = createHttpClient(url);
  const read = (key: string) => async (): Promise<string> =>
    `read ${(await api.call(devicesHttp.list, { key }, { page_size: 20 })).status}`;
  const command = (key: string, serial: string) => async (): Promise<string> => {
    const asked = { serial, command: 'system_status', params: {} };
    const { status, body } = await api.call(commandsHttp.sendAndWait, { key }, asked);
    if (body.success) return 'command executed';
    return NAMED_ERRORS.has(body.errorType ?? '') ? `command ${body.errorType}` : `command failed ${status}`;
  };

  async function repeat(name: string, call: Call, everyMs = CALL_EVERY_MS): Promise<void> {
    while (!stopped.signal.aborted) {
      const begun = clock.monotonic();
      const outcome = await call().catch((error: Error) => `${name} failed: ${error.message}`);
      longestMs = Math.max(longestMs, clock.monotonic() - begun);
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      await letPass(everyMs);
    }
  }

  const running = [
    ...keys.map((key) => repeat('read', read(key))),
    ...serials.map((serial) => repeat('command', command(keys[0] ?? '', serial))),
    repeat('sign-in', () => signIn().then(() => 'sign-in 200'), SIGN_IN_EVERY_MS),
  ];
  return {
    take() {
      const taken = Object.fromEntries(counts);
      counts = new Map();
      return taken;
    },
    get longestMs() {
      return longestMs;
    },
    async stop() {
      stopped.abort();
      await Promise.all(running);
      clock.stop();
    },
  };
}
