import { findChromium } from '../../support/processes/chromium.ts';

/** Chromium's own background requests are disabled so that tests contact only the server under test. */
const CHROMIUM_OPTIONS = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
/**
 * A page of a story lives for seconds, in which the optimising compilers of V8 do not pay back: without them a renderer needs a
 * sixth less of the processor. The timed project keeps them, as people's browsers do.
 */
export const SHORT_LIVED_PAGES = '--js-flags=--no-opt,--no-maglev';
/** A microphone that beeps once a second, and is permitted to every page. */
export const FAKE_MICROPHONE = [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
];

export const launch = (...options: string[]) => ({
  executablePath: findChromium(),
  args: [...CHROMIUM_OPTIONS, ...options],
});
