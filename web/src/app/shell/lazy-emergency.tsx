import { lazyPart } from '../../ui/states/lazy-part.tsx';

const Nothing = () => null;

/** The button and the banner of emergencies, which are loaded after the shell. */
export const EmergencyButton = lazyPart({
  load: async () => (await import('../../features/announcements/emergency/index.ts')).EmergencyButton,
  Waiting: Nothing,
});
export const EmergencyBanner = lazyPart({
  load: async () => (await import('../../features/announcements/emergency/index.ts')).EmergencyBanner,
  Waiting: Nothing,
});
