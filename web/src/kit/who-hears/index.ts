// Who hears it now, and who does not.
export { useSpeaker, WhoHears } from './who-hears.tsx';
export { useUnheardName } from './unheard-name.ts';
export { useVoiceName } from './use-voice-name.ts';
