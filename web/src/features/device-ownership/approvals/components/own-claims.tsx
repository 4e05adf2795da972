import type { DeviceClaim } from '@belfry/schemas/http/device-ownership/approvals';
import { Badge, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTimes } from '../../../../lib/times.ts';
import { Card } from '../../../../ui/card.tsx';
import { wholeList } from '../../../../ui/lists/list-state.ts';
import { RowList } from '../../../../ui/lists/list-frame.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useErrorMessage } from '../../../../lib/api/use-error-message.ts';
import { useGetClaimsQuery, useWithdrawClaimMutation } from '../device-approvals-api.ts';
import classes from './approval-list.module.css';

/** The devices that the user has claimed without their pass: waiting or rejected. Renders nothing without any. */
export function OwnClaims() {
  const { t } = useTranslation('device-approvals');
  const errorText = useErrorMessage();
  const claims = useGetClaimsQuery();
  if (!claims.data || claims.data.length === 0) return null;
  return (
    <Card title={t('claims.title')}>
      <RowList
        list={wholeList(claims, claims.data)}
        label={t('claims.title')}
        entry={classes.row}
        keyOf={({ id }) => id}
        waiting={null}
        empty={null}
        failure={(error) => ({ message: errorText(error, t('load_failed')) })}
      >
        {(claim) => <OwnClaim claim={claim} />}
      </RowList>
    </Card>
  );
}

function OwnClaim({ claim }: { claim: DeviceClaim }) {
  const { t } = useTranslation('device-approvals');
  const errorText = useErrorMessage();
  const times = useTimes();
  const [withdraw, { isLoading }] = useWithdrawClaimMutation();
  const { id, serial, note, approval, requested_at } = claim;
  const waits = approval === 'waiting';
  const send = async (): Promise<void> => {
    const { error } = await withdraw(id);
    if (error) toast('error', errorText(error, t('failed')));
  };
  return (
    <>
      <div className={classes.text}>
        <span className={`tabular ${classes.serial}`}>{serial}</span>
        {note !== null && <span className={classes.note}>{note}</span>}
        <span className={classes.detail}>{times.moment(requested_at)}</span>
      </div>
      <Badge variant="light" color={waits ? 'warning' : 'error'} tt="none">
        {t(waits ? 'claims.waiting' : 'claims.rejected')}
      </Badge>
      <div className={classes.actions}>
        <Button
          size="xs"
          variant="default"
          loading={isLoading}
          onClick={() => void send()}
          aria-label={t(waits ? 'claims.withdraw_this' : 'claims.dismiss_this', { serial })}
        >
          {t(waits ? 'claims.withdraw' : 'claims.dismiss')}
        </Button>
      </div>
    </>
  );
}
