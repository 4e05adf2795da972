import { Stack } from '@mantine/core';
import { PushSettings } from '../../features/mail/push/index.ts';
import { ApiKeys } from '../../features/api-keys/index.ts';
import { BackupsGroup } from '../../features/backups/index.ts';
import { VoiceMappings } from '../../features/speech/packs/index.ts';
import { FavoriteVoices } from '../../features/speech/favorites/index.ts';
import { SampleOrganisationGroup } from '../../features/sample-organisation/index.ts';
import { SettingsPage } from '../../features/shell/settings/index.ts';
import { PasskeySettings, RequiredSecondFactor } from '../../features/accounts/passkeys/index.ts';
import { SingleSignOnSettings } from '../../features/single-sign-on/index.ts';
import { TwoFactorToggle } from '../../features/accounts/two-factor/index.ts';
import { UserDevices } from '../../features/devices/own/index.ts';
import { AccessCard } from '../../features/teams/index.ts';

export const SettingsScreen = () => (
  <SettingsPage
    voices={
      <Stack gap="lg">
        <FavoriteVoices />
        <VoiceMappings />
      </Stack>
    }
    devices={<UserDevices />}
    backups={<BackupsGroup />}
    push={<PushSettings />}
    sample={<SampleOrganisationGroup />}
    twoFactor={
      <>
        <TwoFactorToggle />
        <PasskeySettings />
        <RequiredSecondFactor />
      </>
    }
    singleSignOn={<SingleSignOnSettings />}
    access={<AccessCard />}
    api={<ApiKeys />}
  />
);
