// Who hears it now, and who does not.
export { useSpeaker, useVoiceLabel, useVoiceName, WhoHears } from './who-hears.tsx';
export { useUnheardName } from './unheard-name.ts';
