import { Button } from '@mantine/core';
import { Detail } from '../../kit/detail/index.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useTimes } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useVerifyAuditQuery } from './audit-api.ts';

/** Up to when nothing was changed in the record, or which row is the first one that was. */
export function ChainProof({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('audit');
  const { moment } = useTimes();
  const messageOf = useErrorMessage();
  const { data, error, isFetching, refetch } = useVerifyAuditQuery();
  const until = data?.unbroken_until ?? null;
  const broken = data?.first_broken_id ?? null;
  const text = until === null ? t('verify.empty') : t('verify.unbroken', { at: moment(until) });
  return (
    <Detail
      onClose={onClose}
      title={t('verify.title')}
      state={
        data && {
          state: broken === null ? 'ok' : 'wrong',
          text: broken === null ? text : `${t('verify.broken', { id: broken })}. ${text}`,
        }
      }
      action={
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          {t('verify.again')}
        </Button>
      }
      waiting={!data}
      failure={
        error === undefined
          ? undefined
          : { message: messageOf(error), onRetry: () => void refetch(), retrying: isFetching }
      }
    />
  );
}
