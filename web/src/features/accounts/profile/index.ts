export { ProfileCard, UserCard } from './profile-card.tsx';
