import type { Profile } from '@belfry/schemas/http/accounts/profile';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useCountries, useTimeZones } from '../../lookups/lookups-api.ts';
import { useUpdateProfileMutation } from './profile-api.ts';
import { mergeEdit } from '../../../lib/edit-conflict.ts';
import { BANNER_MS } from '../../../lib/timers.ts';
import type { ShowBanner } from '../../../ui/states/banner.tsx';
import { bodyOf, storedProfileOf, valuesOf, type ProfileValues } from './profile-form.ts';

type Options = {
  values: ProfileValues;
  onConflict: (current: Profile) => void;
  onSaved: () => void;
  banner: ShowBanner;
};

/** Saves the values of the form as a change of the profile with which it began, and shows what became of it. */
export function useSaveProfile({ values, onConflict, onSaved, banner }: Options) {
  const { t } = useTranslation('profile');
  const errorText = useErrorMessage();
  const { list: countries } = useCountries();
  const { list: zones } = useTimeZones();
  const [update, { isLoading }] = useUpdateProfileMutation();
  const save = async (base: Profile): Promise<void> => {
    const { error } = await update(bodyOf(values, base, { countries, zones }));
    const current = storedProfileOf(error, base);
    if (current && current.revision !== base.revision) {
      onConflict(current);
      const merged = mergeEdit({ opened: valuesOf(base), current: valuesOf(current), typed: values });
      // The conflicting fields are not in this form.
      return merged.conflicts.length === 0 ? save(current) : undefined;
    }
    if (error) {
      return banner({ tone: 'error', title: t('update_error'), text: errorText(error, t('update_failed')) }, BANNER_MS);
    }
    banner({ tone: 'success', title: t('updated') }, BANNER_MS);
    onSaved();
  };
  return { save, isLoading };
}
