// Live pages: people speak to their places, and what they have said is kept.
export { HoldToTalk } from './live/hold-to-talk.tsx';
export { RecordAudio, RecordDialog } from './record/record-audio.tsx';
