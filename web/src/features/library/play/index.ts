// Listening to what is in the library.
export { PlayChime } from './play-chime.tsx';
export { PlayMusic } from './play-music.tsx';
export { useItemPlayer } from './use-item-player.tsx';
