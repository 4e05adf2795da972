import { useAct } from '../../../ui/use-act.ts';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { SwitchRow } from '../../../ui/fields/switch-row.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { useGetRequiredSecondFactorQuery, useRequireSecondFactorMutation } from './passkeys-api.ts';

/** Whether everybody in the organisation of the user, who owns one, needs a second factor. Before it changes, it says how many people it concerns. */
export function RequiredSecondFactor() {
  const { t } = useTranslation('passkeys');
  const errorText = useErrorMessage();
  const { act } = useAct();
  const { data, error, isFetching, refetch } = useGetRequiredSecondFactorQuery();
  const [change, { isLoading }] = useRequireSecondFactorMutation();
  const [asking, setAsking] = useState(false);
  const set = async (required: boolean): Promise<void> => {
    await act(() => change({ required }), { done: t(required ? 'required.on' : 'required.off'), failed: t('failed') });
  };
  if (!data && error !== undefined) {
    return (
      <ErrorState
        message={errorText(error, t('required.error'))}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  return (
    <>
      <SwitchRow
        label={t('required.label')}
        description={t('required.hint')}
        checked={data?.required ?? false}
        disabled={!data || isLoading}
        onChange={() => setAsking(true)}
      />
      <ConfirmDialog
        opened={asking}
        title={t(data?.required ? 'required.ask_off' : 'required.ask')}
        confirmLabel={t(data?.required ? 'required.confirm_off' : 'required.confirm')}
        onConfirm={() => set(!data?.required)}
        onClose={() => setAsking(false)}
      >
        {t('required.people', { count: data?.people ?? 0 })} {t('required.without', { count: data?.without ?? 0 })}
      </ConfirmDialog>
    </>
  );
}
