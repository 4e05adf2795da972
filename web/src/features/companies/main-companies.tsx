import type { MainCompany } from '@belfry/schemas/http/companies/companies';
import { useTranslation } from '../../lib/translation.ts';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { searchCompanies } from './companies-api.ts';
import type { CompanyPage } from './use-company-page.ts';
import { AddArea } from './add-area.tsx';
import { CompanyActions } from './company-actions.tsx';
import { EditDetails } from './company-details.tsx';
import { CompanyTable } from './company-table.tsx';
import classes from './main-companies.module.css';
import { Button } from '@mantine/core';
import { IconBuildings } from '@tabler/icons-react';
import { EmptyState } from '../../ui/states/empty-state.tsx';

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

type NoCompaniesProps = { searched: boolean; onClear: () => void; onAdd: () => void };

/** No company matches, or there is none yet, with a button to add the first one. */
function NoCompanies({ searched, onClear, onAdd }: NoCompaniesProps) {
  const { t } = useTranslation('companies');
  return (
    <EmptyState
      icon={<IconBuildings size={24} />}
      title={t('empty.title')}
      action={
        <Button mt="xs" variant={searched ? 'light' : 'filled'} onClick={searched ? onClear : onAdd}>
          {t(searched ? 'empty.clear' : 'actions.add')}
        </Button>
      }
    >
      {t(searched ? 'empty.none_match' : 'empty.none')}
    </EmptyState>
  );
}
