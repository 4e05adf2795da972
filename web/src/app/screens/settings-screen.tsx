import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiKeys } from '../../features/api-keys/index.ts';
import { BackupsGroup } from '../../features/backups/index.ts';
import { UserDevices } from '../../features/devices/own/index.ts';
import { PasskeySettings } from '../../features/accounts/passkeys/index.ts';
import { TwoFactorToggle } from '../../features/accounts/two-factor/index.ts';
import { SettingsPage } from '../../features/shell/settings/index.ts';
import { FavoriteVoices } from '../../features/speech/favorites/index.ts';

const onTheRight = (primary: ReactNode) => <Group justify="flex-end">{primary}</Group>;

export const SettingsScreen = () => (
  <SettingsPage
    voices={<FavoriteVoices />}
    devices={<UserDevices />}
    backups={<BackupsGroup />}
    twoFactor={
      <>
        <TwoFactorToggle />
        <PasskeySettings />
      </>
    }
    api={<ApiKeys head={onTheRight} />}
  />
);
