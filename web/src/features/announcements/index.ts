export { SayPage } from './say-page.tsx';
