import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { toast } from '../../../../ui/toast.ts';
import { useEditScheduleMutation } from '../../api/schedules-api.ts';

/** Switches a schedule on and off at once; it returns where the server refuses. */
export function EnabledSwitch({ schedule: { id, name, enabled } }: { schedule: Schedule }) {
  const { t } = useTranslation('schedule');
  const errorText = useErrorMessage();
  const [edit, { isLoading, originalArgs }] = useEditScheduleMutation();
  const wanted = isLoading ? (originalArgs?.change.enabled ?? enabled) : enabled;
  const change = async (on: boolean): Promise<void> => {
    const { error } = await edit({ id, change: { enabled: on } });
    if (error) toast('error', errorText(error, t('manage.failed')));
  };
  return (
    <Switch
      aria-label={t('manage.switch', { name })}
      checked={wanted}
      onChange={({ currentTarget }) => void change(currentTarget.checked)}
    />
  );
}
