import type { PlayerChannel } from '@belfry/schemas/domain/player';

/** A file of the audio cache, or a stream. */
export type AudioSource = { sha256: string; duration_ms: number } | { url: string };

type PlayOptions = {
  /** 0–100 */
  volume: number;
  /** Seconds into the file at which it starts; by default its beginning. */
  positionS?: number;
};

/** The sound hardware or the player service failed; the message is shown to users. */
export class OutputError extends Error {}

/**
 * Plays files of the audio cache and streams on the three players: without sound where players are simulated, with sound by
 * a player service.
 */
export type AudioOutput = {
  /** Starts it now, replacing what plays on that channel; resolves when it sounds. Rejects with OutputError. */
  play(channel: PlayerChannel, source: AudioSource, options: PlayOptions): Promise<void>;
  /** Calls back when what plays on a channel ends by itself, also after an error; returns the undo. */
  onEnded(handle: (channel: PlayerChannel) => void): () => void;
  stop(channel: PlayerChannel): Promise<void>;
  pause(channel: PlayerChannel): Promise<void>;
  resume(channel: PlayerChannel): Promise<void>;
  /** Seconds into what plays or is paused; 0 if there is nothing. */
  positionS(channel: PlayerChannel): number;
  /** Reaches the volume (0–100) after `fadeMs`, by default at once. */
  setVolume(channel: PlayerChannel, volume: number, fadeMs?: number): Promise<void>;
};
