import { FavoriteVoices } from '../../features/favorites/favorites-page.tsx';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { TwoFactorToggle } from '../../features/two-factor/components/two-factor-toggle.tsx';
import { UserDevices } from '../../features/user-devices/user-devices.tsx';

/** The settings, with the parts that come from other features. */
export const SettingsScreen = () => (
  <SettingsPage voices={<FavoriteVoices />} devices={<UserDevices />} twoFactor={<TwoFactorToggle />} />
);
