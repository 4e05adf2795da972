import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { Programme } from '@belfry/schemas/http/schedules/programme';
import { clockProblem } from '@belfry/schemas/domain/clock';
import type { AudioCache } from '../audio-cache/audio-cache.ts';
import type { NetworkTime } from '../hardware/network-time.ts';
import { VOLUME_SETTINGS, type Players } from '../players/players.ts';
import { isSilent, limitedVolume } from '../programme/programme.ts';
import { createAnnouncer } from './announcer.ts';
import { createBackground, duckingFor, type BackgroundDeps, type SoundDisplay } from './background.ts';
import { createLeadIn } from './lead-in.ts';
import type { PlaybackDeps } from './playback.ts';
import type { Reporter } from './receipts.ts';
import type { Speech } from './speech.ts';
import { createSpeechPlayer, type VoiceDisplay } from './speech-player.ts';

type SoundParts = Pick<
  PlaybackDeps,
  'clock' | 'flash' | 'players' | 'output' | 'configuration' | 'networkTime' | 'ear' | 'leadInSound'
>;
type SoundDeps = {
  programme: () => Programme | null;
  cache: AudioCache;
  reporter: Reporter;
} & Pick<BackgroundDeps, 'started' | 'silent' | 'heard'>;

export function createSound(deps: SoundParts, { programme, cache, reporter, ...windows }: SoundDeps) {
  const { clock, flash, players, configuration, networkTime, ear } = deps;
  const setting = (channel: PlayerChannel): number => configuration.settings()[VOLUME_SETTINGS[channel]];
  const leadIn = createLeadIn({
    clock,
    output: deps.output,
    setting: () => programme()?.lead_in,
    sound: deps.leadInSound,
    volume: () => limitedVolume(programme(), 'scheduled', setting('voice')),
  });
  const { output } = leadIn;
  const player = createSpeechPlayer({
    clock,
    output,
    reporter,
    ear: () => (programme()?.listen === true ? ear : null),
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
  /** @returns when what begins may be heard at the earliest */
  function duck(speech: Pick<Speech, 'priority'> | null, startAt: number | null): number {
    const awakeAt = speech ? leadIn.wake(startAt) : 0;
    return Math.max(awakeAt, background.duck(duckingFor(speech), startAt));
  }
  const announcer = createAnnouncer({
    clock,
    cache,
    runs: flash.runs,
    player,
    reporter,
    isSilent: ({ priority, startAt }) => isSilent(programme(), priority, Math.max(clock.now(), startAt ?? 0)),
    // Only runs of the programme begin together; see PLAY-19.
    isLeftOut: ({ startAt }) => startAt !== null && programme()?.clock_required === true && isClockOff(networkTime),
    speaking: (speech) => duck(speech, speech?.startAt ?? null),
  });
  return {
    announcer,
    background,
    wake: (): void => void leadIn.wake(null),
    volumeChanged(): void {
      player.volumeChanged();
      background.volumeChanged();
    },
  };
}

/** A clock of which nothing is known is not off. */
function isClockOff(networkTime: NetworkTime): boolean {
  const report = networkTime();
  return report !== null && clockProblem(report) !== null;
}

const voiceDisplay = (players: Players): VoiceDisplay => ({
  show({ title, items }, volume) {
    const durationMs = items.reduce((sum, { duration_ms }) => sum + duration_ms, 0);
    players.show('voice', { title, duration: durationMs / 1_000, volume }, 0);
  },
  end(how) {
    if (how === 'finished') players.finish('voice');
    else players.stop('voice');
  },
});

const BACKGROUND = ['music', 'radio'] as const satisfies PlayerChannel[];

const soundDisplay = (players: Players): SoundDisplay => ({
  show: (channel, { title, duration }, positionS, volume) =>
    players.show(channel, { title, duration, volume }, positionS),
  end: (channel) => players.stop(channel),
  pause: (channel) => players.pause(channel),
  resume: (channel) => players.play(channel),
  problem: (problem) => players.setProblem('radio', problem),
  silence() {
    for (const channel of BACKGROUND) players.stop(channel);
  },
});
