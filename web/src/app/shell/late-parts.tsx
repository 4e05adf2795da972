import { PushStart } from '../../features/mail/push/index.ts';
import { AskingTriggers } from '../../features/triggers/asking/index.ts';
import { EmergencyBanner } from '../../features/announcements/emergency/index.ts';

/** Parts of the shell that are loaded after it, in one file since the first load names each file. */
export { EmergencyButton } from '../../features/announcements/emergency/index.ts';
export { AlarmBell } from '../../features/alarms/index.ts';
export { OrganisationSwitch } from '../../features/teams/index.ts';

/** What concerns everybody now, above every screen: emergencies, and what triggers ask for, also where a message to the browser has said so. */
export const Banners = () => (
  <>
    <PushStart />
    <EmergencyBanner />
    <AskingTriggers />
  </>
);
