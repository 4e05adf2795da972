import { HomePage } from '../../features/shell/home/index.ts';
import { AccountSection } from './account-section.tsx';
import { DevicesSection } from './devices-section.tsx';

/** The first screen after sign-in, with the sections that come from other features. */
export const HomeScreen = () => <HomePage DevicesSection={DevicesSection} AccountSection={AccountSection} />;
