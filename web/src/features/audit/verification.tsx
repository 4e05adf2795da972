import { Alert, Button, Loader } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useTimes } from '../../lib/times.ts';
import { useVerifyAuditQuery } from './audit-api.ts';

/** Up to when nothing was changed in the record, or which row is the first one that was. */
export function Verification() {
  const { t } = useTranslation('audit');
  const { moment } = useTimes();
  const messageOf = useErrorMessage();
  const { data, error, isFetching, refetch } = useVerifyAuditQuery();
  const again = (
    <Button variant="default" size="compact-sm" loading={isFetching} onClick={() => void refetch()}>
      {t('verify.again')}
    </Button>
  );
  if (error !== undefined) {
    return (
      <Alert color="error" role="alert" title={t('verify.failed')}>
        {messageOf(error)} {again}
      </Alert>
    );
  }
  if (!data) return <Loader size="sm" aria-label={t('verify.running')} />;
  const { unbroken_until: until, first_broken_id: id } = data;
  const text = until === null ? t('verify.empty') : t('verify.unbroken', { at: moment(until) });
  if (id === null) {
    return (
      <Alert color="success" role="note" icon={<IconShieldCheck size={18} aria-hidden />} title={text}>
        {again}
      </Alert>
    );
  }
  return (
    <Alert color="error" role="alert" icon={<IconShieldX size={18} aria-hidden />} title={t('verify.broken', { id })}>
      {text} {again}
    </Alert>
  );
}
