import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconDownload, IconListCheck } from '@tabler/icons-react';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectRole } from '../../../api/session/session-slice.ts';
import { useAddressedOwner } from '../../../api/targets/use-target-owners.ts';
import { useTargetNodes } from '../../../api/targets/use-target-nodes.ts';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { useReason } from '../../../api/use-reason.ts';
import { useLastPage } from '../../../lib/paging/use-last-page.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useTimes } from '../../../lib/format/times.ts';
import { Pager } from '../../../ui/paging/pager.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { NodeSelect } from '../../../ui/targets/node-select.tsx';
import { OwnerChoice } from '../../../ui/targets/owner-choice.tsx';
import { PROOF_PAGE_SIZE, useExportProofMutation, useGetProofQuery, type ProofRange } from '../announcements-api.ts';
import { rangeOf, useProofAddress } from '../use-proof-address.ts';
import { DeliveryBadge } from './state-badges.tsx';
import classes from './announcement-run-progress.module.css';

/** What was announced at the places in a time, with its export. */
export function ProofOfPlay() {
  const { t } = useTranslation('announcements');
  const messageOf = useErrorMessage();
  const administers = isAdministrator(useSelector(selectRole) ?? 'user');
  const { filter, change } = useProofAddress();
  const { from, to, node, page } = filter;
  const owner = (administers && filter.owner) || undefined;
  const places = useTargetNodes(owner);
  // A place belongs to its owner.
  const owners = useAddressedOwner(owner, (next) => change({ owner: next?.id ?? null, node: null }));
  const days = rangeOf(filter);
  const ofPlace = { ...(owner !== undefined && { user_id: owner }), ...(node !== null && { company_id: node }) };
  const range = days && { ...days, ...ofPlace };
  const [exportProof, { error, isLoading }] = useExportProofMutation();
  const download = async (): Promise<void> => {
    if (!range) return;
    const { data } = await exportProof(range);
    if (data !== undefined) saveFile(`proof-of-play-${from}.csv`, new Blob([data], { type: 'text/csv;charset=utf-8' }));
  };
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-end">
        <TextInput
          type="date"
          label={t('proof.from')}
          value={from}
          onChange={({ currentTarget }) => change({ from: currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t('proof.to')}
          value={to}
          onChange={({ currentTarget }) => change({ to: currentTarget.value })}
          error={range ? undefined : t('proof.order')}
        />
        {administers && (
          <div className={classes.node}>
            <OwnerChoice
              owners={owners}
              onChanged={() => undefined}
              hint={t('proof.all_owners')}
              clearLabel={t('proof.clear_owner')}
            />
          </div>
        )}
        <div className={classes.node}>
          <NodeSelect
            places={places}
            label={t('proof.node')}
            placeholder={t('proof.all_nodes')}
            value={node}
            onChange={(next) => change({ node: next })}
          />
        </div>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isLoading}
          disabled={!range}
          onClick={() => void download()}
        >
          {t('proof.csv')}
        </Button>
      </Group>
      {error !== undefined && (
        <Alert color="error" role="alert">
          {messageOf(error)}
        </Alert>
      )}
      {range && <Rows range={range} page={page} onGo={(next, options) => change({ page: next }, options)} />}
    </Stack>
  );
}

type RowsProps = { range: ProofRange; page: number; onGo: (page: number, options?: { replace: boolean }) => void };

function Rows({ range, page, onGo }: RowsProps) {
  const { t } = useTranslation('announcements');
  const messageOf = useErrorMessage();
  const { moment } = useTimes();
  const reasonOf = useReason();
  const { data, currentData, error, isFetching, refetch } = useGetProofQuery({ ...range, page });
  const onLast = (last: number): void => onGo(last, { replace: true });
  const beyond = useLastPage({ page, pageSize: PROOF_PAGE_SIZE, total: currentData?.total, onLast });
  if (!data && error) {
    return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data || beyond) return <LineSkeletons count={6} height={36} />;
  if (data.total === 0) {
    return (
      <EmptyState icon={<IconListCheck size={24} />} title={t('proof.empty')}>
        {t('proof.empty_text')}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={classes.list} aria-label={t('tabs.proof')}>
        {data.rows.map(({ run_id, serial, place, title, kind, at, state, ...row }) => (
          <li key={`${run_id} ${serial}`} className={classes.row}>
            <span className={classes.place}>
              <Text span fw={600} inherit>
                {place}
              </Text>{' '}
              {title}
            </span>
            <span className={classes.detail}>
              {[moment(at), t(`kind.${kind}`), reasonOf(row)].filter(Boolean).join(' · ')}
            </span>
            <DeliveryBadge state={state} />
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        pageSize={PROOF_PAGE_SIZE}
        total={data.total}
        showing={(shown) => t('proof.showing', shown)}
        onGo={onGo}
      />
    </>
  );
}
