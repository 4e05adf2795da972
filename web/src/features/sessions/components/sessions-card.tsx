import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { toast } from '../../../ui/toast.ts';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { useGetSessionsQuery, useRevokeOtherSessionsMutation } from '../sessions-api.ts';
import { SessionList } from './session-list.tsx';

/** The sessions of the user, which can be ended. */
export function SessionsCard() {
  const { t } = useTranslation('sessions');
  const errorText = useErrorMessage();
  const { data: sessions, error, isFetching, refetch } = useGetSessionsQuery(useLocale());
  const [revokeOthers] = useRevokeOtherSessionsMutation();
  const [asking, setAsking] = useState(false);
  const others = sessions?.some(({ current }) => !current) ?? false;
  const revoke = async (): Promise<void> => {
    const { error: failure } = await revokeOthers();
    if (failure) toast('error', errorText(failure, t('failed')));
    else toast('success', t('others_ended'));
  };
  return (
    <Card
      title={t('title')}
      action={
        others && (
          <Button variant="light" color="error" size="xs" onClick={() => setAsking(true)}>
            {t('end_others')}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t('lead')}
      </Text>
      {sessions ? (
        <SessionList sessions={sessions} />
      ) : error ? (
        <ErrorState message={errorText(error, t('error'))} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <LineSkeletons count={3} height={44} />
      )}
      <ConfirmDialog
        opened={asking}
        title={t('end_others')}
        confirmLabel={t('end')}
        tone="error"
        onConfirm={revoke}
        onClose={() => setAsking(false)}
      >
        {t('end_others_ask')}
      </ConfirmDialog>
    </Card>
  );
}
