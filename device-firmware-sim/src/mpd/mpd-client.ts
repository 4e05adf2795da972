import { setTimeout as delay } from 'node:timers/promises';
import { reasonText } from '@belfry/schemas/domain/reasons';
import { sleep, type Clock } from '../hardware/clock.ts';
import { OutputError } from '../playback/audio-output.ts';
import { MpdConnectionError, openMpdConnection, type MpdConnection } from './mpd-connection.ts';
import { formatList, MpdError, type MpdAnswer } from './mpd-response.ts';

const RECONNECT_MS = 100;

export type MpdClient = {
  /** Runs commands as one list. Throws MpdError where MPD refuses one, MpdConnectionError while there is no connection. */
  run(...commands: string[]): Promise<MpdAnswer>;
  /** Resolves when both connections stand. */
  connected(): Promise<void>;
  close(): void;
};

type MpdClientOptions = {
  socketPath: string;
  playerChanged: () => void;
  reconnected: () => void;
};

/**
 * A client of one MPD, over two connections: MPD reports changes only to one that waits in `idle`, which cannot run commands
 * meanwhile. Connects again after every loss until it is closed.
 */
export function createMpdClient({ socketPath, playerChanged, reconnected }: MpdClientOptions): MpdClient {
  let commands: MpdConnection | null = null;
  let idle: MpdConnection | null = null;
  const ending = new AbortController();
  let connectedCallbacks: (() => void)[] = [];

  async function keepConnected(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        commands = await openMpdConnection(socketPath);
        idle = await openMpdConnection(socketPath);
        void reportChanges(idle);
        if (ending.signal.aborted) break;
        for (const resolve of connectedCallbacks.splice(0)) resolve();
        reconnected();
        await Promise.race([commands.closed, idle.closed]);
      } catch {
        // MPD has not started yet, or again.
      }
      disconnect();
      await delay(RECONNECT_MS);
    }
    disconnect();
  }

  async function reportChanges(connection: MpdConnection): Promise<void> {
    try {
      for (;;) {
        await connection.send('idle player', { waits: true });
        playerChanged();
      }
    } catch {
      // The connection is lost; another one follows.
      connection.close();
    }
  }

  function disconnect(): void {
    commands?.close();
    idle?.close();
    commands = null;
    idle = null;
  }

  void keepConnected();
  return {
    run(...list) {
      if (!commands || !idle) return Promise.reject(new MpdConnectionError('the player service is not running'));
      const [first = 'ping'] = list;
      return commands.send(list.length === 1 ? first : formatList(list));
    },
    connected: () =>
      commands && idle ? Promise.resolve() : new Promise((resolve) => void connectedCallbacks.push(resolve)),
    close() {
      ending.abort();
      connectedCallbacks = [];
      disconnect();
    },
  };
}

/** How long what is due waits for an MPD that is being started. */
const CONNECT_TIMEOUT_MS = 3_000;
/** MPD's error for a file that it cannot read. */
const NO_SUCH_SONG = 50;

export type MpdRun = MpdClient['run'];

/** Runs MPD commands for a player: waits for the connection, and rejects with OutputError, whose text is for people. */
export function createMpdRun(client: MpdClient, clock: Clock): MpdRun {
  return async (...commands) => {
    try {
      await Promise.race([client.connected(), sleep(clock, CONNECT_TIMEOUT_MS)]);
      return await client.run(...commands);
    } catch (error) {
      if (error instanceof MpdError && error.code === NO_SUCH_SONG)
        throw new OutputError(reasonText('audio_unreadable'));
      if (error instanceof MpdError || error instanceof MpdConnectionError) throw new OutputError(error.message);
      throw error;
    }
  };
}
