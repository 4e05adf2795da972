// Who hears it now, and who does not.
export { useSpeaker, useVoiceName, WhoHears } from './who-hears.tsx';
export { useUnheardName } from './unheard-name.ts';
