import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../../lib/mqtt/connection-slice.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { Stale, RefreshFailed } from '../../../ui/states/stale.tsx';
import { useCompanyErrorText } from '../use-company-error-text.ts';
import { statusTextOf } from '../status-text.ts';
import type { CompanyPage } from '../use-company-page.ts';
import type { MainCompany } from '@belfry/schemas/http/companies/companies';
import classes from '../companies-page.module.css';
import { TreePanel } from '../tree/index.ts';
import { HelpNotes } from './help-notes.tsx';
import { MainCompanies } from './main/main-companies.tsx';
import { Panel } from './panel.tsx';

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

type CompanyBoardProps = { companies: MainCompany[]; page: CompanyPage; userId: number; groups: ReactNode };
/** The panels of the page; tree and groups are shown while a company is selected; see TREE-18. */
function CompanyBoard({ companies, page, userId, groups }: CompanyBoardProps) {
  const { panels, showPanel, company, ready, tree } = page;
  return (
    <div className={classes.board} data-beside={panels.main || undefined}>
      <div className={classes.list}>
        <Panel name="main" shown={panels.main} onShow={showPanel}>
          <MainCompanies companies={companies} page={page} userId={userId} />
        </Panel>
      </div>
      <div className={classes.work}>
        {company && (
          <>
            <Panel ref={tree} name="tree" shown={panels.tree} onShow={showPanel}>
              {ready ? (
                <TreePanel key={company.company_id} company={company} />
              ) : (
                <LineSkeletons count={6} height={28} />
              )}
            </Panel>
            <Panel name="group" shown={panels.group} onShow={showPanel}>
              {groups}
            </Panel>
          </>
        )}
        <Panel name="help" shown={panels.help} onShow={showPanel}>
          <HelpNotes />
        </Panel>
      </div>
    </div>
  );
}
