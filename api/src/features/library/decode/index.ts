export { decodeAudio } from './decode-process.ts';
export { levelSpeechFile, type SpeechTurn } from './level-speech.ts';
export { levelledName } from './levelled-name.ts';
export { createLoudnessMeter } from './loudness.ts';
export { createMeasureFile } from './measure-process.ts';
