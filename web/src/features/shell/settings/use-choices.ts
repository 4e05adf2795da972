import type { UpdateUserSettings, UserSettings } from '@belfry/schemas/http/accounts/settings';
import { useState } from 'react';
import { useIsImpersonated } from '../../../lib/session/auth-api.ts';
import { useSave } from '../../../ui/use-save.ts';
import { useGetUserSettingsQuery, useUpdateUserSettingsMutation } from '../../../lib/session/settings-api.ts';

type Choices = {
  /** With the choice that is being stored; undefined until they are loaded. */
  choices: UserSettings | undefined;
  /** Nothing can be chosen: not loaded, or somebody else works in the account. */
  locked: boolean;
  change: (change: UpdateUserSettings) => Promise<void>;
};

/** The person's choices for all browsers, which save by themselves. */
export function useChoices(): Choices {
  const save = useSave();
  const isImpersonated = useIsImpersonated();
  const { data } = useGetUserSettingsQuery();
  const [send] = useUpdateUserSettingsMutation();
  const [storing, setStoring] = useState<UpdateUserSettings>({});
  return {
    choices: data && { ...data, ...storing },
    locked: data === undefined || isImpersonated,
    change: async (change) => {
      if (!data) return;
      const before = Object.fromEntries(Object.entries(data).filter(([name]) => name in change)) as UpdateUserSettings;
      setStoring(change);
      await save(
        () => send(change),
        () => send(before),
      );
      setStoring({});
    },
  };
}
