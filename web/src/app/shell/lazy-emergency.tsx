import { lazyPart } from '../../ui/states/lazy-part.tsx';

const Nothing = () => null;

/** They are not part of the first load of the shell. */
export const EmergencyButton = lazyPart({
  load: async () => (await import('../../features/emergency/index.ts')).EmergencyButton,
  Waiting: Nothing,
});
export const EmergencyBanner = lazyPart({
  load: async () => (await import('../../features/emergency/index.ts')).EmergencyBanner,
  Waiting: Nothing,
});
