// Say now, emergency, proof of play.
export { SayPage } from './say-page.tsx';
