// Say now, emergency, music that was heard.
export { MusicReport } from './music-report.tsx';
export { SayPage } from './say-page.tsx';
