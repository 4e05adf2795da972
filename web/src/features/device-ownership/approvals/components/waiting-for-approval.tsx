import { Text, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../lib/api/use-error-message.ts';
import { NO_FILTERS, useLocalPage } from '../../../../lib/list-address.ts';
import { Card } from '../../../../ui/card.tsx';
import { RowList } from '../../../../ui/lists/list-frame.tsx';
import { usePage } from '../../../../ui/lists/list-state.ts';
import { deviceApprovalsApi, useDecideApprovalMutation } from '../device-approvals-api.ts';
import classes from './approval-list.module.css';
import type { DeviceApproval } from '@belfry/schemas/http/device-ownership/approvals';
import { useTimes } from '../../../../lib/times.ts';
import { InlineConfirm } from '../../../../ui/dialogs/inline-confirm.tsx';
import { toast } from '../../../../ui/toast.ts';

const PAGE_SIZE = 4;

/** Requests that wait for an administrator's approval; renders nothing without any. */
export function WaitingForApproval() {
  const { t } = useTranslation('device-approvals');
  const errorText = useErrorMessage();
  const at = useLocalPage(NO_FILTERS.defaults);
  const list = usePage(deviceApprovalsApi.endpoints.getApprovals, { at, size: PAGE_SIZE, ask: (asked) => asked });
  if (list.error === undefined && (list.rows ?? []).length === 0) return null;
  return (
    <Card title={t('title')} order={2}>
      <RowList
        list={list}
        label={t('title')}
        entry={classes.row}
        keyOf={({ id }) => id}
        waiting={null}
        empty={null}
        failure={(error) => ({ message: errorText(error, t('load_failed')) })}
        toolbar={
          <Text size="sm" c="dimmed" mb="xs">
            {t('lead')}
          </Text>
        }
        showing={(range) => t('showing', range)}
        pagesLabel={t('pages')}
      >
        {(approval) => <ApprovalRow approval={approval} />}
      </RowList>
    </Card>
  );
}

type Decision = 'approve' | 'reject';
/** One request: which user or address requests which device, and the two decisions. */
function ApprovalRow({ approval }: { approval: DeviceApproval }) {
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
