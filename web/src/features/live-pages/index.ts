// Live pages: people speak to their places, and what they have said is kept.
export { RecordAudio } from './record/record-audio.tsx';
export { RecordPanel } from './record/record-panel.tsx';
export { TalkPage } from './talk/talk-page.tsx';
export { TalkPanel } from './live/talk-panel.tsx';
