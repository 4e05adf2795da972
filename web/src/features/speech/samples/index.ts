export { SampleButton, SamplePanel, SoundBars, useSampleErrorText } from './sample-panel.tsx';
export { FORM_SAMPLE_URLS, LIST_SAMPLE_URLS, sampleFileOf } from './load-sample.ts';
export { sampleCache, useSample } from './use-sample.ts';
export type { Audio } from './sample-player.ts';
