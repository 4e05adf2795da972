export { ProfileCard, UserCard } from './profile-card.tsx';
export { ProfileLines } from './profile-lines.tsx';
