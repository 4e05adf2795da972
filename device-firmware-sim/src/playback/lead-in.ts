import type { LeadIn } from '@belfry/schemas/domain/lead-in';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { Clock } from '../hardware/clock.ts';
import type { AudioOutput, AudioSource } from './audio-output.ts';

const WAKING = 'music' satisfies PlayerChannel;

/** What sounds as a lead-in; by default nothing does, and its time is waited. */
export type LeadInSound = (leadIn: LeadIn) => AudioSource;

type LeadInDeps = {
  clock: Clock;
  output: AudioOutput;
  /** Undefined: none. */
  setting: () => LeadIn | undefined;
  sound: LeadInSound | undefined;
  volume: () => number;
};

/** Wakes an amplifier that falls asleep in silence; see PLAY-31. */
export function createLeadIn({ clock, output, setting, sound, volume }: LeadInDeps) {
  const sounding = new Set<PlayerChannel>();
  /** By the monotonic clock, while nothing sounds. */
  let silentSince = -Infinity;

  function silent(channel: PlayerChannel): void {
    if (sounding.delete(channel) && sounding.size === 0) silentSince = clock.monotonic();
  }
  output.onEnded((channel, isFollowed) => !isFollowed && silent(channel));

  const watched: AudioOutput = {
    ...output,
    play(channel, source, options) {
      sounding.add(channel);
      return output.play(channel, source, options);
    },
    pause(channel) {
      silent(channel);
      return output.pause(channel);
    },
    resume(channel) {
      sounding.add(channel);
      return output.resume(channel);
    },
    stop(channel) {
      silent(channel);
      return output.stop(channel);
    },
  };

  return {
    /** The output, whose silence it watches. */
    output: watched,
    /** Plays what comes before something that begins at `startAt` (ms since 1970), or now. @returns when that may be heard at the earliest */
    wake(startAt: number | null): number {
      const leadIn = setting();
      if (!leadIn || sounding.size > 0 || clock.monotonic() - silentSince < leadIn.after_s * 1_000) return 0;
      const from = Math.max(clock.now(), (startAt ?? 0) - leadIn.ms);
      const source = sound?.(leadIn);
      // On a player that is silent, so that the voice can be prepared meanwhile.
      if (source) void watched.play(WAKING, source, { volume: volume(), startAt: from }).catch(() => silent(WAKING));
      return from + leadIn.ms;
    },
  };
}
