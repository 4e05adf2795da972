export { PacksPanel } from './packs-panel.tsx';
export { VoiceMappings } from './voice-mappings.tsx';
export { NaturalVoice } from './natural-voice.tsx';
