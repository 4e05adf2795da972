export { SampleButton } from './components/sample-button.tsx';
export { SamplePanel } from './components/sample-panel.tsx';
export { SoundBars } from './components/sound-bars.tsx';
export { useSampleErrorText } from './use-sample-error-text.ts';
export { FORM_SAMPLE_URLS, LIST_SAMPLE_URLS, sampleFileOf } from './load-sample.ts';
export { sampleCache } from './sample-cache.ts';
export { type Audio } from './sample-player.ts';
export { useSample } from './use-sample.ts';
