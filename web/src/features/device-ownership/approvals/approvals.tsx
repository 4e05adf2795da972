import { useAct } from '../../../ui/use-act.ts';
import { Text, Button } from '@mantine/core';
import { Dot } from '../../../kit/list/index.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { NO_FILTERS, useLocalPage } from '../../../lib/list-address.ts';
import { Card } from '../../../ui/card.tsx';
import { RowList } from '../../../ui/lists/list-frame.tsx';
import { usePage, wholeList } from '../../../ui/lists/list-state.ts';
import rows from '../../../ui/lists/text-row.module.css';
import classes from './approvals.module.css';
import { type DeviceApproval, type DeviceClaim, approvalsHttp } from '@belfry/schemas/http/device-ownership/approvals';
import { useTimes } from '../../../lib/times.ts';
import { InlineConfirm } from '../../../ui/dialogs/inline-confirm.tsx';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, callFrom, callPage } from '../../../lib/api/call.ts';

const PAGE_SIZE = 4;

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
        entry={rows.row}
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
function ApprovalRow({ approval }: { approval: DeviceApproval }) {
  const { t } = useTranslation('device-approvals');
  const { act } = useAct();
  const times = useTimes();
  const [decide, { isLoading, originalArgs }] = useDecideApprovalMutation();
  const { id, kind, serial, note, address, requested_at } = approval;
  const send = (decision: Decision) =>
    act(() => decide({ id, decision }), {
      done: t(decision === 'approve' ? 'approved' : 'rejected', { serial }),
      failed: t('failed'),
    });
  const isBusyWith = (decision: Decision): boolean => isLoading && originalArgs?.decision === decision;
  return (
    <>
      <div className={rows.text}>
        <span className={`tabular ${rows.name}`}>{serial}</span>
        <span>
          {kind === 'claim'
            ? t(approval.device_known ? 'claims_known' : 'claims_unknown', {
                name: approval.user_name ?? '',
                email: approval.user_email ?? '',
              })
            : t('asks_for_key', { address: address ?? '' })}
        </span>
        {note !== null && <span className={classes.note}>{note}</span>}
        <span className={rows.detail}>{times.moment(requested_at)}</span>
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
        entry={rows.row}
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
  const { act } = useAct();
  const times = useTimes();
  const [withdraw, { isLoading }] = useWithdrawClaimMutation();
  const { id, serial, note, approval, requested_at } = claim;
  const waits = approval === 'waiting';
  const send = () => act(() => withdraw(id), { failed: t('failed') });
  return (
    <>
      <div className={rows.text}>
        <span className={`tabular ${rows.name}`}>{serial}</span>
        {note !== null && <span className={classes.note}>{note}</span>}
        <span className={rows.detail}>{times.moment(requested_at)}</span>
      </div>
      <Text size="sm" component="span">
        <Dot state={waits ? 'look' : 'wrong'} text={t(waits ? 'claims.waiting' : 'claims.rejected')} />
      </Text>
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

const deviceApprovalsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getApprovals: build.query({
      ...callPage(approvalsHttp.list),
      providesTags: ['Live', 'Approval'],
    }),
    decideApproval: build.mutation<null, { id: number; decision: 'approve' | 'reject' }>({
      query: ({ id, decision }) => call(approvalsHttp[decision]).query({ id }),
      // Refetched after an error too: somebody else may have decided.
      invalidatesTags: ['Approval', 'DeviceList'],
    }),
    getClaims: build.query({ ...call(approvalsHttp.claims), providesTags: ['Live', 'Approval'] }),
    withdrawClaim: build.mutation({
      ...callFrom(approvalsHttp.withdraw, (id: number) => ({ id })),
      invalidatesTags: ['Approval'],
    }),
  }),
});

const { useDecideApprovalMutation, useGetClaimsQuery, useWithdrawClaimMutation } = deviceApprovalsApi;
