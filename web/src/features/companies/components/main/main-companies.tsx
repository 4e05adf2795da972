import type { MainCompany } from '@belfry/schemas/http/companies/companies';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../../lib/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { SearchField } from '../../../../ui/fields/search-field.tsx';
import { searchCompanies } from '../../companies-api.ts';
import type { CompanyPage } from '../../use-company-page.ts';
import { AddArea } from '../company-forms/add-area.tsx';
import { CompanyActions } from './company-actions.tsx';
import { EditDetails } from '../company-forms/company-details.tsx';
import { CompanyTable } from '../company-list/company-table.tsx';
import classes from './main-companies.module.css';
import { NoCompanies } from '../company-list/no-companies.tsx';

type Props = { companies: MainCompany[]; page: CompanyPage; userId: number };

/** The user's main companies: search, add, select and edit. */
export function MainCompanies({ companies, page, userId }: Props) {
  const { t } = useTranslation('companies');
  const locale = useLocale();
  const { address, change, company, highlighted, scrollTarget } = page;
  const found = searchCompanies(companies, address.q);
  const searched = address.q !== '';
  const count = { count: found.length, formatted: formatCount(found.length, locale) };
  return (
    <div className={classes.content}>
      <AddArea page={page} userId={userId}>
        <SearchField
          className={classes.search ?? ''}
          label={t('list.search')}
          placeholder={t('list.search_hint')}
          value={address.q}
          onChange={(q) => change({ q })}
        />
      </AddArea>
      {found.length === 0 ? (
        <NoCompanies searched={searched} onClear={() => change({ q: '' })} onAdd={() => change({ do: 'add' })} />
      ) : (
        <>
          <CompanyTable
            companies={found}
            selected={company?.company_id ?? null}
            highlighted={highlighted}
            scrollTarget={scrollTarget}
            onFound={page.found}
            onSelect={page.select}
          />
          <output className={classes.count}>{t(searched ? 'list.found' : 'list.count', count)}</output>
        </>
      )}
      {company && (
        <CompanyActions
          company={company}
          userId={userId}
          action={address.do}
          onAction={(action) => change({ do: action }, { replace: action === null })}
          onDuplicated={page.selectNew}
        />
      )}
      {company && address.do === 'details' && (
        <EditDetails
          key={company.company_id}
          company={company}
          onClose={() => change({ do: null }, { replace: true })}
        />
      )}
    </div>
  );
}
