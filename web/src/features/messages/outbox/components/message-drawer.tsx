import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMobile } from '../../../../lib/hooks/use-mobile.ts';
import { useReturnFocus } from '../../../../lib/hooks/use-return-focus.ts';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { useGetOutboxMessageQuery } from '../outbox-api.ts';
import { MessageDetails } from './message-details.tsx';

/** The drawer of the message that the address names. */
export function MessageDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['outbox', 'common']);
  const errorText = useErrorMessage();
  const mobile = useMobile();
  useReturnFocus();
  const { data: message, error, isFetching, refetch } = useGetOutboxMessageQuery(id);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={mobile ? '100%' : 560}
      title={message ? t(`kind.${message.kind}`) : t('message')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {message ? (
        <MessageDetails message={message} />
      ) : error ? (
        <ErrorState message={errorText(error, t('error'))} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <LineSkeletons count={8} height={20} />
      )}
    </Drawer>
  );
}
