// What happened, and what needs somebody, in one list.
export { ActivityPage } from './activity-page.tsx';
export { PlaceActivity } from './place-activity.tsx';
export { ActivityItem } from './activity-item.tsx';
