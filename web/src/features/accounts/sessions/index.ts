export { SessionsCard } from './components/sessions-card.tsx';
