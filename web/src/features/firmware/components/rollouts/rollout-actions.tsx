import type { Rollout, RolloutChange } from '@belfry/schemas/http/firmware/rollouts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { InlineConfirm } from '../../../../ui/dialogs/inline-confirm.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useChangeRolloutMutation } from '../../rollouts-api.ts';

/** Pauses, resumes and cancels a rollout, as its state allows. */
export function RolloutActions({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation(['firmware', 'common']);
  const errorText = useErrorMessage();
  const [change, { isLoading, originalArgs }] = useChangeRolloutMutation();
  const { rollout_id: id, state } = rollout;
  const send = async (wanted: RolloutChange): Promise<void> => {
    const { error } = await change({ id, change: wanted });
    if (error) toast('error', errorText(error, t('rollouts.change_failed')));
  };
  const button = (wanted: RolloutChange) => ({
    size: 'compact-sm',
    variant: 'default',
    disabled: isLoading,
    loading: isLoading && originalArgs?.change === wanted,
    children: t(`rollouts.${wanted}`),
  });
  return (
    <>
      {state === 'running' && <Button {...button('pause')} onClick={() => void send('pause')} />}
      {(state === 'paused' || state === 'stopped') && (
        <Button {...button('resume')} onClick={() => void send('resume')} />
      )}
      {(state === 'running' || state === 'paused' || state === 'stopped') && (
        <InlineConfirm
          question={t('rollouts.cancel_sure')}
          yes={t('rollouts.cancel')}
          no={t('common:cancel')}
          onConfirm={() => void send('cancel')}
        >
          {(opener) => <Button {...opener} {...button('cancel')} />}
        </InlineConfirm>
      )}
    </>
  );
}
