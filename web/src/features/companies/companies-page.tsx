import { Button, Text, Title, Chip, Group } from '@mantine/core';
import { IconLayoutDashboard, IconUserOff, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useSelector } from 'react-redux';
import { selectSession } from '../../lib/session/session-slice.ts';
import classes from './companies-page.module.css';
import { useCompanyPage, type TreeFailure, type CompanyPage } from './use-company-page.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useSignOut } from '../../lib/session/auth-api.ts';
import { type Panels, type ShowPanel, HelpNotes, Panel } from './panel.tsx';
import { useReturnFocus } from '../../lib/focus.ts';
import { AlertDialog } from '../../ui/dialogs/alert-dialog.tsx';
import { useCompanyErrorText, statusTextOf } from './company-errors.ts';
import { useConnection } from '../../lib/mqtt/connection-slice.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { Stale, RefreshFailed } from '../../ui/states/stale.tsx';
import type { MainCompany } from '@belfry/schemas/http/companies/companies';
import { TreePanel } from './tree/index.ts';
import { MainCompanies } from './main-companies.tsx';

/** Company Tree: the user's main companies, the tree of one of them, and groups of its devices; see TREE-18. `groups`: the group manager. */
export function CompaniesPage({ groups }: { groups: ReactNode }) {
  const { t } = useTranslation('companies');
  const userId = useSelector(selectSession)?.user_id;
  if (userId === undefined) return null;
  // The id of a damaged session is 0 or NaN.
  if (userId > 0) return <Companies userId={userId} groups={groups} />;
  return (
    <div className={classes.page}>
      <Heading subtitle={t('subtitle')} />
      <NoUser />
    </div>
  );
}

function Companies({ userId, groups }: { userId: number; groups: ReactNode }) {
  const { t } = useTranslation('companies');
  const page = useCompanyPage();
  const { company, panels, showPanel, failure } = page;
  return (
    <div className={classes.page}>
      <Heading subtitle={company ? company.name || t('list.unknown') : t('subtitle')}>
        <Button
          variant={panels.general ? 'light' : 'default'}
          leftSection={<IconLayoutDashboard size={16} aria-hidden />}
          aria-expanded={panels.general}
          onClick={() => showPanel('general', !panels.general)}
        >
          {t('panels.choose')}
        </Button>
      </Heading>
      {panels.general && <PanelSwitches panels={panels} selected={company !== null} onShow={showPanel} />}
      <CompanyStates page={page} userId={userId} groups={groups} />
      {failure && <TreeFailureDialog failure={failure} onRetry={page.select} onClose={page.dismissFailure} />}
    </div>
  );
}

function Heading({ subtitle, children }: { subtitle: string; children?: ReactNode }) {
  const { t } = useTranslation('companies');
  return (
    <header className={classes.header}>
      <div className={classes.titles}>
        <Title order={1} size="h2">
          {t('title')}
        </Title>
        <Text c="dimmed" truncate>
          {subtitle}
        </Text>
      </div>
      {children}
    </header>
  );
}

/** A session without a user id, which a new sign-in repairs; see TREE-26. */
function NoUser() {
  const { t } = useTranslation('companies');
  const signOut = useSignOut();
  return (
    <EmptyState
      icon={<IconUserOff size={24} />}
      title={t('no_user.title')}
      action={
        <Button mt="xs" onClick={() => void signOut()}>
          {t('no_user.action')}
        </Button>
      }
    >
      {t('no_user.text')}
    </EmptyState>
  );
}

type TreeFailureDialogProps = { failure: TreeFailure; onRetry: (company_id: number) => void; onClose: () => void };
/** Why a tree could not be loaded, of a company that was chosen or that the page restored; see TREE-22. */
function TreeFailureDialog({ failure: { company_id, byHand, error }, onRetry, onClose }: TreeFailureDialogProps) {
  const { t } = useTranslation(['companies', 'common']);
  const errorText = useCompanyErrorText();
  useReturnFocus();
  const message = errorText(error, t('errors.no_answer'));
  return (
    <AlertDialog
      opened
      title={t(byHand ? 'errors.select' : 'errors.restore_title')}
      onClose={onClose}
      action={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => {
            onClose();
            onRetry(company_id);
          }}
        >
          {t('common:retry')}
        </Button>
      }
    >
      {byHand ? t('errors.tree', { message }) : t('errors.restore')}
    </AlertDialog>
  );
}

type CompanyStatesProps = { page: CompanyPage; userId: number; groups: ReactNode };

function CompanyStates({ page, userId, groups }: CompanyStatesProps) {
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
        <Panel name="main" visible={panels.main} onShow={showPanel}>
          <MainCompanies companies={companies} page={page} userId={userId} />
        </Panel>
      </div>
      <div className={classes.work}>
        {company && (
          <>
            <Panel ref={tree} name="tree" visible={panels.tree} onShow={showPanel}>
              {ready ? (
                <TreePanel key={company.company_id} company={company} />
              ) : (
                <LineSkeletons count={6} height={28} />
              )}
            </Panel>
            <Panel name="group" visible={panels.group} onShow={showPanel}>
              {groups}
            </Panel>
          </>
        )}
        <Panel name="help" visible={panels.help} onShow={showPanel}>
          <HelpNotes />
        </Panel>
      </div>
    </div>
  );
}

const SWITCHES = ['main', 'tree', 'group', 'help'] as const;
type Props = { panels: Panels; selected: boolean; onShow: ShowPanel };
function PanelSwitches({ panels, selected, onShow }: Props) {
  const { t } = useTranslation('companies');
  return (
    <Group component="fieldset" gap="xs" bd={0} m={0} p={0} aria-label={t('panels.choose_hint')}>
      {SWITCHES.map((name) => {
        const needsCompany = !selected && (name === 'tree' || name === 'group');
        return (
          <Chip
            key={name}
            size="sm"
            checked={panels[name] && !needsCompany}
            disabled={needsCompany}
            title={needsCompany ? t('panels.needs_company') : undefined}
            onChange={(visible) => onShow(name, visible)}
          >
            {t(`panels.${name}`)}
          </Chip>
        );
      })}
    </Group>
  );
}
