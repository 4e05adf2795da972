import type { DeviceApproval } from '@belfry/schemas/http/device-ownership/approvals';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTimes } from '../../../../lib/format/times.ts';
import { InlineConfirm } from '../../../../ui/dialogs/inline-confirm.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { useDecideApprovalMutation } from '../device-approvals-api.ts';
import classes from './approval-list.module.css';

type Decision = 'approve' | 'reject';

/** One request: which user or address requests which device, and the two decisions. */
export function ApprovalRow({ approval }: { approval: DeviceApproval }) {
  const { t } = useTranslation('device-approvals');
  const errorText = useErrorMessage();
  const times = useTimes();
  const [decide, { isLoading, originalArgs }] = useDecideApprovalMutation();
  const { id, kind, serial, note, address, requested_at } = approval;
  const send = async (decision: Decision): Promise<void> => {
    const { error } = await decide({ id, decision });
    if (error) toast('error', errorText(error, t('failed')));
    else toast('success', t(decision === 'approve' ? 'approved' : 'rejected', { serial }));
  };
  const isBusyWith = (decision: Decision): boolean => isLoading && originalArgs?.decision === decision;
  return (
    <>
      <div className={classes.text}>
        <span className={`tabular ${classes.serial}`}>{serial}</span>
        <span>
          {kind === 'claim'
            ? t(approval.device_known ? 'claims_known' : 'claims_unknown', {
                name: approval.user_name ?? '',
                email: approval.user_email ?? '',
              })
            : t('asks_for_key', { address: address ?? '' })}
        </span>
        {note !== null && <span className={classes.note}>{note}</span>}
        <span className={classes.detail}>{times.moment(requested_at)}</span>
      </div>
      <div className={classes.actions}>
        <Button
          size="xs"
          loading={isBusyWith('approve')}
          disabled={isLoading}
          onClick={() => void send('approve')}
          aria-label={t('approve_this', { serial })}
        >
          {t('approve')}
        </Button>
        <InlineConfirm
          question={t('reject_sure')}
          yes={t('reject')}
          no={t('cancel')}
          onConfirm={() => void send('reject')}
        >
          {(opener) => (
            <Button
              {...opener}
              size="xs"
              variant="default"
              loading={isBusyWith('reject')}
              disabled={isLoading}
              aria-label={t('reject_this', { serial })}
            >
              {t('reject')}
            </Button>
          )}
        </InlineConfirm>
      </div>
    </>
  );
}
