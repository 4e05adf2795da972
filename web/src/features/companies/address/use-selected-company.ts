import type { MainCompany } from '@belfry/schemas/http/companies/companies';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { toast } from '../../../ui/toast.ts';
import type { CompaniesAddress, CompanyAction } from './companies-address.ts';
import { clearLastCompany, readLastCompany, writeLastCompany } from './last-company.ts';
import type { ChangeCompanies } from './use-companies-address.ts';

/** The action of a link whose company does not exist. */
const UNOPENED: Partial<Record<CompanyAction, 'errors.open_edit' | 'errors.open_delete'>> = {
  edit: 'errors.open_edit',
  details: 'errors.open_edit',
  delete: 'errors.open_delete',
};

type Options = {
  companies: readonly MainCompany[] | undefined;
  address: CompaniesAddress;
  change: ChangeCompanies;
  /** A link has opened another company than the last one in this tab. */
  onLinked: () => void;
  /** The selection was cleared. */
  onCleared: () => void;
};
export type SelectedCompany = {
  company: MainCompany | null;
  /** Waits for a company that was created here and is not in the list yet. */
  expect: (id: number) => void;
};

/**
 * The main company of the address or, where the address has none when the page opens, the one that was
 * selected last in this tab. A company that the list does not have is cleared; see TREE-20.
 */
export function useSelectedCompany({ companies, address, change, onLinked, onCleared }: Options): SelectedCompany {
  const { t } = useTranslation('companies');
  const { key } = useLocation();
  const [opening] = useState(() => ({ key, kept: readLastCompany() }));
  const { company: named, do: action } = address;
  const kept = named === null && key === opening.key ? opening.kept : null;
  const id = named ?? kept;
  const company = companies?.find(({ company_id }) => company_id === id) ?? null;
  const awaited = useRef<number | null>(null);
  const seen = useRef<number | null>(null);

  const arrive = useEffectEvent((id: number): void => {
    if (seen.current !== id && readLastCompany() !== id) onLinked();
    seen.current = id;
    writeLastCompany(id);
    if (kept !== null) change({ company: id }, { replace: true });
  });
  const miss = useEffectEvent((id: number | null, action: CompanyAction | null): void => {
    if (id !== null && id === awaited.current && id !== seen.current) return;
    const unopened = action && UNOPENED[action];
    if (id === null && !unopened) return;
    // A link shows that its company does not exist; a deletion while the page is open, or before this visit, needs no message.
    const news = unopened || kept === null;
    if (news && (id === null || id !== seen.current)) {
      toast('warning', t('errors.not_found'), unopened ? { title: t(unopened) } : {});
    }
    clearLastCompany();
    onCleared();
    change({ company: null, do: null }, { replace: true });
  });
  const found = company?.company_id;
  const loaded = companies !== undefined;
  useEffect(() => {
    if (found !== undefined) arrive(found);
    else if (loaded) miss(id, action);
  }, [found, loaded, id, action]);

  return {
    company,
    expect: (id) => {
      awaited.current = id;
    },
  };
}
