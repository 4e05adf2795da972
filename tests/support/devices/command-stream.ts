import { createHttpClient } from '../http-client.ts';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';

const BODY = { command: 'set_volume', params: { channel: 1, volume: 30 } };

/** How the callers of commands were answered: `done`, the name of an error, or `no answer` where the api died before it answered. */
export type CommandOutcomes = Record<string, number>;

export type CommandStream = {
  /** Stops sending. @returns how all callers since the start were answered, once each was. */
  stop(): Promise<CommandOutcomes>;
};

/** Sends a command to one device after the other and waits for its answer, as many callers at the same time. */
export function startCommandStream(options: {
  url: string;
  key: string;
  serials: readonly string[];
  everyMs: number;
}): CommandStream {
  const { url, key, serials, everyMs } = options;
  const api = createHttpClient(url);
  const outcomes: CommandOutcomes = {};
  const waiting = new Set<Promise<void>>();
  let sent = 0;

  async function outcomeOf(serial: string): Promise<string> {
    try {
      const { status, body } = await api.call(commandsHttp.sendAndWait, { key }, { serial, ...BODY });
      if (status === 200 && body['success']) return 'done';
      const name = body['errorType'] ?? body.code;
      return typeof name === 'string' ? name : `unnamed ${status}`;
    } catch {
      return 'no answer';
    }
  }
  const timer = setInterval(() => {
    const asked = outcomeOf(serials[sent++ % serials.length] ?? '').then((outcome) => {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      waiting.delete(asked);
    });
    waiting.add(asked);
  }, everyMs);

  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(waiting);
      return outcomes;
    },
  };
}
