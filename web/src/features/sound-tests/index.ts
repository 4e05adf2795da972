// Whether devices are heard.
export { SoundTests } from './sound-tests.tsx';
