export { SessionCard } from './components/session-card.tsx';
export { HomePage } from './home-page.tsx';
