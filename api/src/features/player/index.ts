// What a loudspeaker with a screen shows beside the sound.
export { playerRoutes } from './player.routes.ts';
