import { connect, type Socket } from 'node:net';
import { createResponseParser, MpdError, type MpdAnswer } from './mpd-response.ts';

/** MPD answers within milliseconds; a minute of silence would hide that it hangs. */
const ANSWER_TIMEOUT_MS = 5_000;

export class MpdConnectionError extends Error {}

export type MpdConnection = {
  /**
   * Sends a command and resolves with its answer. Commands are answered in order.
   * @param options.waits whether the answer may take any time, as that of `idle`
   * Throws MpdError where MPD refuses it, and MpdConnectionError where the connection is lost.
   */
  send(command: string, options?: { waits?: boolean }): Promise<MpdAnswer>;
  /** Resolves when the connection has ended, for whatever reason. */
  readonly closed: Promise<void>;
  close(): void;
};

type Waiting = {
  resolve: (answer: MpdAnswer) => void;
  reject: (error: Error) => void;
  timeout: NodeJS.Timeout | undefined;
};

/** Connects to MPD at a unix socket and waits for its greeting. Throws MpdConnectionError. */
export async function openMpdConnection(socketPath: string): Promise<MpdConnection> {
  const socket = connect(socketPath);
  const waiting: Waiting[] = [];
  const parser = createResponseParser((answer) => {
    const next = waiting.shift();
    clearTimeout(next?.timeout);
    if (answer instanceof MpdError) next?.reject(answer);
    else next?.resolve(answer);
  });

  function expectAnswer(waits: boolean): Promise<MpdAnswer> {
    return new Promise((resolve, reject) => {
      const timeout = waits ? undefined : setTimeout(() => fail(socket, 'MPD does not answer'), ANSWER_TIMEOUT_MS);
      waiting.push({ resolve, reject, timeout });
    });
  }

  const closed = new Promise<void>((resolve) => {
    let reason = 'the connection to MPD is closed';
    socket.on('error', ({ message }) => (reason = message));
    socket.on('close', () => {
      for (const { reject, timeout } of waiting.splice(0)) {
        clearTimeout(timeout);
        reject(new MpdConnectionError(reason));
      }
      resolve();
    });
  });
  socket.on('data', (bytes) => {
    try {
      parser.feed(Buffer.from(bytes));
    } catch (error) {
      fail(socket, (error as Error).message);
    }
  });
  await expectAnswer(false);
  return {
    closed,
    send(command, { waits = false } = {}) {
      if (socket.destroyed) return Promise.reject(new MpdConnectionError('the connection to MPD is closed'));
      socket.write(`${command}\n`);
      return expectAnswer(waits);
    },
    close: () => void socket.destroy(),
  };
}

const fail = (socket: Socket, reason: string): void => void socket.destroy(new MpdConnectionError(reason));
