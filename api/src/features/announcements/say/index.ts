export { prepareSpeech } from './prepare.ts';
export { startRun } from './start-run.service.ts';
