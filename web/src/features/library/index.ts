// Texts, audio, playlists and their rendering.
export { LibraryPage } from './library-page.tsx';
export { uploadAudio } from './upload-audio.ts';
export { VoicesInUse } from './voices/voices-page.tsx';
