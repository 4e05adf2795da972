import { Button, Text, Title } from '@mantine/core';
import { IconLayoutDashboard } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectSession } from '../../api/session/session-slice.ts';
import classes from './companies-page.module.css';
import { CompanyStates } from './components/company-states.tsx';
import { NoUser } from './components/no-user.tsx';
import { PanelSwitches } from './components/panel-switches.tsx';
import { TreeFailureDialog } from './components/tree-failure-dialog.tsx';
import { useCompanyPage } from './use-company-page.ts';

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
