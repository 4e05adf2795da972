// A browser as a loudspeaker.
export { PlayerPage } from './player-page.tsx';
