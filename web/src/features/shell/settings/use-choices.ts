import { useAct } from '../../../ui/use-act.ts';
import type { UpdateUserSettings, UserSettings } from '@belfry/schemas/http/accounts/settings';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useIsImpersonated } from '../../../lib/session/auth-api.ts';
import { useGetUserSettingsQuery, useUpdateUserSettingsMutation } from '../../../lib/session/settings-api.ts';

type Choices = {
  /** With the choice that is being stored; undefined until they are loaded. */
  choices: UserSettings | undefined;
  /** Nothing can be chosen: not loaded, or somebody else works in the account. */
  locked: boolean;
  change: (change: UpdateUserSettings) => Promise<void>;
};

/** The person's choices for all browsers; the error of a change is shown as a toast. */
export function useChoices(): Choices {
  const { t } = useTranslation('settings');
  const { act } = useAct({ parallel: true });
  const isImpersonated = useIsImpersonated();
  const { data } = useGetUserSettingsQuery();
  const [send] = useUpdateUserSettingsMutation();
  const [storing, setStoring] = useState<UpdateUserSettings>({});
  return {
    choices: data && { ...data, ...storing },
    locked: data === undefined || isImpersonated,
    change: async (change) => {
      setStoring(change);
      await act(() => send(change), { failed: t('not_saved') });
      setStoring({});
    },
  };
}
