export { SessionCard } from './session-card.tsx';
export { HomePage } from './home-page.tsx';
