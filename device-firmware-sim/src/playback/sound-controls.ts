import type { Announcer } from './announcer.ts';
import type { Background } from './background.ts';
import type { createEmergencies } from './emergencies/emergencies.ts';
import type { Playback } from './playback-types.ts';
import { speechOfCommand } from './speech/speech.ts';

type SoundControlsDeps = {
  announcer: Announcer;
  background: Background;
  emergencies: ReturnType<typeof createEmergencies>;
  isOn: () => boolean;
};

/** What people control by commands: announcements, and what plays on a channel. */
export function createSoundControls({
  announcer,
  background,
  emergencies,
  isOn,
}: SoundControlsDeps): Pick<Playback, 'say' | 'stop' | 'control'> {
  return {
    say(params, expiresAt) {
      if (!isOn()) return 'skipped';
      emergencies.keep(params);
      return announcer.say(speechOfCommand(params, expiresAt));
    },
    stop(runId) {
      const wasKept = emergencies.forget(runId);
      return announcer.stop(runId) || wasKept;
    },
    control(channel, action) {
      if (channel !== 'voice') return background.control(channel, action);
      return action !== 'play' && announcer.stopCurrent();
    },
  };
}
