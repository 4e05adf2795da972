import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { Programme } from '@belfry/schemas/http/schedules/programme';
import type { AudioCache } from '../../audio-cache/audio-cache.ts';
import { VOLUME_SETTINGS } from '../../players/players.ts';
import { createAnnouncer } from '../announcer.ts';
import { createBackground, type BackgroundDeps } from '../background.ts';
import { soundDisplay, voiceDisplay } from '../displays.ts';
import { duckingFor } from '../ducking.ts';
import { isSilent, limitedVolume } from '../place-rules.ts';
import type { PlaybackDeps } from '../playback-types.ts';
import type { Reporter } from '../reporter.ts';
import { createSpeechPlayer } from '../speech/speech-player.ts';

type SoundDeps = {
  programme: () => Programme | null;
  cache: AudioCache;
  reporter: Reporter;
} & Pick<BackgroundDeps, 'started' | 'silent'>;

/** What makes sound, within the limits of the place. */
export function createSound(deps: PlaybackDeps, { programme, cache, reporter, ...windows }: SoundDeps) {
  const { clock, flash, players, output, configuration } = deps;
  const setting = (channel: PlayerChannel): number => configuration.settings()[VOLUME_SETTINGS[channel]];
  const player = createSpeechPlayer({
    clock,
    output,
    reporter,
    volumeOf: ({ priority, volume }) => limitedVolume(programme(), priority, volume ?? setting('voice')),
    display: voiceDisplay(players),
  });
  const background = createBackground({
    clock,
    output,
    cache,
    display: soundDisplay(players),
    volumeOf: (channel, volume) => limitedVolume(programme(), 'music', volume ?? setting(channel)),
    ...windows,
  });
  const announcer = createAnnouncer({
    clock,
    cache,
    runs: flash.runs,
    player,
    reporter,
    isSilent: ({ priority }) => isSilent(programme(), priority, clock.now()),
    speaking: (speech) => background.duck(duckingFor(speech)),
  });
  return {
    announcer,
    background,
    /** The limits of the place or the settings have changed. */
    volumeChanged(): void {
      player.volumeChanged();
      background.volumeChanged();
    },
  };
}
