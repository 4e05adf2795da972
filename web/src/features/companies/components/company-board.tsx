import type { MainCompany } from '@belfry/schemas/http/companies/companies';
import type { ReactNode } from 'react';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import classes from '../companies-page.module.css';
import { TreePanel } from '../tree/index.ts';
import type { CompanyPage } from '../use-company-page.ts';
import { HelpNotes } from './help-notes.tsx';
import { MainCompanies } from './main/main-companies.tsx';
import { Panel } from './panel.tsx';

type Props = { companies: MainCompany[]; page: CompanyPage; userId: number; groups: ReactNode };

/** The panels of the page; tree and groups are shown while a company is selected; see TREE-18. */
export function CompanyBoard({ companies, page, userId, groups }: Props) {
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
