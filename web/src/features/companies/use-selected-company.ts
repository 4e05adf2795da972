import type { MainCompany } from '@belfry/schemas/http/companies';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { toast } from '../../ui/toast.ts';
import { forgetLastCompany, readLastCompany, writeLastCompany } from './last-company.ts';
import type { ChangeCompanies } from './use-companies-address.ts';

export type SelectedCompany = {
  company: MainCompany | null;
  /** Waits for a company that was made here and that the list does not have yet. */
  expect: (id: number) => void;
};

/**
 * The main company that the address names or, where the address is silent when the page opens, the one that was
 * selected last in this tab. What the list does not have is cleared (specification 002 §4).
 */
export function useSelectedCompany(
  companies: readonly MainCompany[] | undefined,
  named: number | null,
  change: ChangeCompanies,
  onGone: () => void,
): SelectedCompany {
  const { t } = useTranslation('companies');
  const { key } = useLocation();
  const [opening] = useState(() => ({ key, kept: readLastCompany() }));
  const kept = named === null && key === opening.key ? opening.kept : null;
  const id = named ?? kept;
  const company = companies?.find(({ company_id }) => company_id === id) ?? null;
  const awaited = useRef<number | null>(null);
  const seen = useRef<number | null>(null);

  const settle = useEffectEvent((id: number): void => {
    if (company) {
      seen.current = id;
      writeLastCompany(id);
      if (kept !== null) change({ company: id }, { replace: true });
      return;
    }
    if (id === awaited.current && id !== seen.current) return;
    // A link is told that it leads nowhere; what was deleted before one's eyes, or long ago, is not news.
    if (kept === null && id !== seen.current) toast('warning', t('errors.not_found'));
    forgetLastCompany();
    onGone();
    change({ company: null, do: null }, { replace: true });
  });
  useEffect(() => {
    if (id !== null && companies) settle(id);
  }, [id, companies]);

  return {
    company,
    expect: (id) => {
      awaited.current = id;
    },
  };
}
