import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { Players } from '../players/players.ts';
import type { SoundDisplay } from './background.ts';
import type { VoiceDisplay } from './speech/speech-player.ts';

/** Shows consoles what is spoken as one track of the voice channel. */
export const voiceDisplay = (players: Players): VoiceDisplay => ({
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

/** Shows consoles what the programme plays on the music and radio channels. */
export const soundDisplay = (players: Players): SoundDisplay => ({
  show: (channel, { title, duration }, positionS, volume) =>
    players.show(channel, { title, duration, volume }, positionS),
  end: (channel) => players.stop(channel),
  pause: (channel) => players.pause(channel),
  resume: (channel) => players.play(channel),
  silence() {
    for (const channel of BACKGROUND) players.stop(channel);
  },
});
