import type { MainCompany } from '@belfry/schemas/http/companies/companies';
import { useTranslation } from '../../lib/translation.ts';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { searchCompanies, useAddMainCompanyMutation } from './companies-api.ts';
import { type CompanyPage, ADD_ERROR_MS } from './use-company-page.ts';
import { CompanyActions } from './company-actions.tsx';
import { EditDetails, AddDetails } from './company-details.tsx';
import { CompanyTable } from './company-table.tsx';
import classes from './main-companies.module.css';
import { Button } from '@mantine/core';
import { IconBuildings, IconPlus, IconX } from '@tabler/icons-react';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useClickOutside, useHotkeys } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useFocusAfter } from '../../lib/focus.ts';
import { toast } from '../../ui/toast.ts';
import { NO_INLINE, type InlineValues, CompanyInlineForm } from './company-form.tsx';
import { useExpiringState } from '../../lib/timers.ts';
import { Notice } from '../../ui/states/notice.tsx';
import { useCompanyErrorText } from './company-errors.ts';

type Props = { companies: MainCompany[]; page: CompanyPage; userId: number };

export function MainCompanies({ companies, page, userId }: Props) {
  const { t } = useTranslation('companies');
  const locale = useLocale();
  const { address, change, company, highlighted, scrollTarget } = page;
  const matches = searchCompanies(companies, address.q);
  const searched = address.q !== '';
  const count = { count: matches.length, formatted: formatCount(matches.length, locale) };
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
      {matches.length === 0 ? (
        <NoCompanies searched={searched} onClear={() => change({ q: '' })} onAdd={() => change({ do: 'add' })} />
      ) : (
        <>
          <CompanyTable
            companies={matches}
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

type AddAreaProps = { page: CompanyPage; userId: number; children: ReactNode };

/**
 * The button that opens and closes the form for a new company, and the form. Escape and a press elsewhere close it
 * (see TREE-24) and keep the input for the next time; Cancel clears it.
 */
function AddArea({ page: { address, change, selectNew }, userId, children }: AddAreaProps) {
  const { t } = useTranslation('companies');
  const [draft, setDraft] = useState(NO_INLINE);
  const toggle = useFocusAfter<HTMLButtonElement>(address.do === 'add-details');
  const opened = address.do === 'add';
  const close = (): void => change({ do: null }, { replace: true });
  const cancel = (): void => {
    setDraft(NO_INLINE);
    close();
    toggle.current?.focus();
  };
  const area = useClickOutside<HTMLDivElement>(
    (event) => {
      if (opened && !(toggle.current && event.composedPath().includes(toggle.current))) close();
    },
    // A touch that scrolls the page is not a press.
    ['mousedown'],
  );
  useHotkeys(
    opened
      ? [
          [
            'Escape',
            () => {
              close();
              toggle.current?.focus();
            },
          ],
        ]
      : [],
    [],
  );
  const added = (company_id: number, name: string): void => {
    setDraft(NO_INLINE);
    toast('success', t('done.added', { name }));
    selectNew(company_id);
    toggle.current?.focus();
  };
  return (
    <>
      <div className={classes.tools}>
        {children}
        <Button
          ref={toggle}
          variant={opened ? 'default' : 'filled'}
          leftSection={opened ? <IconX size={16} aria-hidden /> : <IconPlus size={16} aria-hidden />}
          aria-expanded={opened}
          onClick={() => (opened ? cancel() : change({ do: 'add' }))}
        >
          {t(opened ? 'actions.cancel' : 'actions.add')}
        </Button>
        {opened && (
          <div ref={area} className={classes.form}>
            <AddCompany
              userId={userId}
              draft={draft}
              onTyped={setDraft}
              onAdded={added}
              onCancel={cancel}
              onMore={() => change({ do: 'add-details' })}
            />
          </div>
        )}
      </div>
      {address.do === 'add-details' && <AddDetails userId={userId} draft={draft} onAdded={added} onClose={close} />}
    </>
  );
}

type AddCompanyProps = {
  userId: number;
  draft: InlineValues;
  onTyped: (draft: InlineValues) => void;
  onAdded: (company_id: number, name: string) => void;
  onCancel: () => void;
  onMore: () => void;
};
/** The form for a new main company. Its error disappears after 30 s; see TREE-24. */
function AddCompany({ userId, draft, onTyped, onAdded, onCancel, onMore }: AddCompanyProps) {
  const { t } = useTranslation('companies');
  const errorText = useCompanyErrorText();
  const [add] = useAddMainCompanyMutation();
  const [failure, show, clear] = useExpiringState<string>();
  return (
    <CompanyInlineForm
      label={t('form.add_title')}
      initial={draft}
      submitLabel={t('form.add')}
      failure={failure !== null && <Notice tone="error">{failure}</Notice>}
      onTyped={onTyped}
      onSend={async (values) => {
        clear();
        const { data, error } = await add({ ...values, user_id: userId });
        if (data === undefined) show(errorText(error, t('errors.add')), ADD_ERROR_MS);
        else onAdded(data, values.name);
      }}
      onCancel={onCancel}
    >
      <Button variant="transparent" px={4} onClick={onMore}>
        {t('form.more')}
      </Button>
    </CompanyInlineForm>
  );
}
