export { PacksPanel } from './packs-panel.tsx';
export { VoiceMappings } from './voice-mappings.tsx';
