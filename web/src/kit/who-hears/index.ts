// Who hears it now, and who does not.
export { WhoHears } from './who-hears.tsx';
export { useUnheardName } from './unheard-name.ts';
