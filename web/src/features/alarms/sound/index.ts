// What the sound tests of a device have heard.
export { SoundTests } from './sound-tests.tsx';
