// Say now, emergency, music that was heard.
export { MusicReport } from './music-report.tsx';
export { SayForm } from './say/say-form.tsx';
export { SayPage } from './say/say-page.tsx';
