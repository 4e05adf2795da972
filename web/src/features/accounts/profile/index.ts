export { ProfileCard } from './components/profile-card.tsx';
export { UserCard } from './components/user-card.tsx';
