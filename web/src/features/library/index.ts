// Texts, audio, playlists and their rendering.
export { LibraryPage } from './library-page.tsx';
export { PlayChime } from './play-chime.tsx';
export { PlayMusic } from './play-music.tsx';
export { uploadAudio } from './upload-audio.ts';
export { VoicesInUse } from './voices/voices-page.tsx';
