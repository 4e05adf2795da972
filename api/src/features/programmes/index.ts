export { compileOwner } from './compile/compile-owner.ts';
export { forgetAnnounced } from './announced.sql.ts';
export { programmesRoutes } from './programmes.routes.ts';
export { RENDER_SPEECH } from './render-queue.ts';
export { renderSpeech } from './render-speech.ts';
export { COMPILE_PROGRAMMES, startProgrammes } from './dispatch.ts';
