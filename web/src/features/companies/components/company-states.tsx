import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../../mqtt/connection/use-connection.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { Stale } from '../../../ui/states/stale.tsx';
import { RefreshFailed } from '../../../ui/states/refresh-failed.tsx';
import { useCompanyErrorText } from '../use-company-error-text.ts';
import { statusTextOf } from '../status-text.ts';
import type { CompanyPage } from '../use-company-page.ts';
import { CompanyBoard } from './company-board.tsx';

type Props = { page: CompanyPage; userId: number; groups: ReactNode };

/** The states of the page: loading, error, stale and loaded. */
export function CompanyStates({ page, userId, groups }: Props) {
  const { t } = useTranslation('companies');
  const errorText = useCompanyErrorText();
  const { stale, since } = useConnection();
  const { data, error, isFetching, refetch } = page.list;
  const retry = (): void => void refetch();
  if (!data) {
    if (!error) return <Loading />;
    return (
      <ErrorState
        title={t('errors.load', { status: statusTextOf(error) ?? t('errors.no_connection') })}
        message={errorText(error, t('errors.no_answer'))}
        onRetry={retry}
        retrying={isFetching}
      />
    );
  }
  return (
    <>
      {error !== undefined && (
        <RefreshFailed message={errorText(error, t('errors.refresh'))} onRetry={retry} retrying={isFetching} />
      )}
      <Stale active={stale} since={since}>
        <CompanyBoard companies={data} page={page} userId={userId} groups={groups} />
      </Stale>
    </>
  );
}

function Loading() {
  const { t } = useTranslation('companies');
  return (
    <>
      <Text c="dimmed" aria-hidden>
        {t('loading')}
      </Text>
      <LineSkeletons count={6} height={52} />
    </>
  );
}
