import { useTimeout } from '@mantine/hooks';
import { useRef, useState, useEffect, useEffectEvent, useCallback, useLayoutEffect } from 'react';
import { useExpiringState } from '../../lib/timers.ts';
import { useGetMainCompaniesQuery, companiesApi } from './companies-api.ts';
import { scrollToTop, usePanels } from './panel.tsx';
import { useDispatch } from 'react-redux';
import type { AppDispatch } from '../../app/store.ts';
import type { MainCompany } from '@belfry/schemas/http/companies/companies';
import { useTranslation } from '../../lib/translation.ts';
import { useLocation } from 'react-router';
import { toast } from '../../ui/toast.ts';
import {
  type CompaniesAddress,
  type CompanyAction,
  changeCompaniesAddress,
  readCompaniesAddress,
} from './companies-address.ts';
import { SESSION_KEYS } from '../../lib/storage.ts';
import { useAddress } from '../../lib/address.ts';

/** A tree that could not be loaded, of a company that was chosen or that the page restored. */
export type TreeFailure = { company_id: number; byHand: boolean; error: unknown };
export type CompanyPage = ReturnType<typeof useCompanyPage>;

/** The selection of the Company Tree page and its effects; see TREE-20 to TREE-23. */
export function useCompanyPage() {
  const list = useGetMainCompaniesQuery();
  const [address, change] = useCompaniesAddress();
  const [panels, showPanel] = usePanels();
  const tree = useRef<HTMLDivElement>(null);
  const choice = useRef<number | null>(null);
  const [failure, setFailure] = useState<TreeFailure | null>(null);
  const [highlighted, highlight] = useExpiringState<number>();
  const [scrollTarget, setScrollTarget] = useState<number | null>(null);
  const scrollToTree = useTimeout(() => scrollToTop(tree.current), TREE_SCROLL_MS);
  const scrollToRow = useTimeout((id: number) => {
    setScrollTarget(id);
    highlight(id, HIGHLIGHT_MS);
  }, ROW_SCROLL_MS);

  const { company, expect } = useSelectedCompany({
    companies: list.data,
    address,
    change,
    onLinked: () => showPanel('tree', true),
    onCleared: () => showPanel('tree', false),
  });
  const ready = useTreeLoad(company?.company_id ?? null, {
    onLoaded: (id) => {
      if (choice.current === id) return;
      highlight(id, HIGHLIGHT_MS);
      setScrollTarget(id);
    },
    onFailed: (id, error) => {
      setFailure({ company_id: id, byHand: choice.current === id, error });
      choice.current = null;
      clearLastCompany();
      showPanel('tree', false);
      change({ company: null, do: null }, { replace: true });
    },
  });

  const choose = (id: number): void => {
    choice.current = id;
    showPanel('tree', true);
  };
  return {
    list,
    address,
    change,
    panels,
    showPanel,
    tree,
    company,
    ready,
    failure,
    dismissFailure: () => setFailure(null),
    highlighted,
    scrollTarget,
    found: () => setScrollTarget(null),
    select: (id: number): void => {
      choose(id);
      change({ company: id, do: null });
      scrollToTree.clear();
      scrollToTree.start();
    },
    selectNew: (id: number): void => {
      choose(id);
      expect(id);
      // Replaces the history entry of the form, so that Back skips the form.
      change({ company: id, do: null, q: '' }, { replace: address.do !== null });
      scrollToRow.clear();
      scrollToRow.start(id);
    },
  };
}

type Ends = { onLoaded: (id: number) => void; onFailed: (id: number, error: unknown) => void };
function useTreeLoad(id: number | null, { onLoaded, onFailed }: Ends): boolean {
  const dispatch = useDispatch<AppDispatch>();
  const [loaded, setLoaded] = useState<number | null>(null);
  const succeed = useEffectEvent((id: number): void => {
    setLoaded(id);
    onLoaded(id);
  });
  const fail = useEffectEvent(onFailed);
  useEffect(() => {
    if (id === null) return;
    let isCurrent = true;
    const load = dispatch(companiesApi.endpoints.getCompanyTree.initiate(id));
    load.unwrap().then(
      () => isCurrent && succeed(id),
      (error: unknown) => isCurrent && fail(id, error),
    );
    return () => {
      isCurrent = false;
      load.unsubscribe();
    };
  }, [dispatch, id]);
  return id !== null && loaded === id;
}

type ChangeCompanies = (change: Partial<CompaniesAddress>, options?: { replace?: boolean }) => void;
/**
 * The state of the page in the address. Typing replaces the history entry, choosing adds one. A change after the page was left is
 * ignored.
 */
function useCompaniesAddress(): [address: CompaniesAddress, change: ChangeCompanies] {
  const [address, setAddress] = useAddress();
  const isMounted = useRef(false);
  useLayoutEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const change = useCallback<ChangeCompanies>(
    (next, { replace = 'q' in next } = {}) => {
      if (isMounted.current)
        setAddress((now) => changeCompaniesAddress(now, next), { replace, preventScrollReset: true });
    },
    [setAddress],
  );
  return [readCompaniesAddress(address), change];
}

/** Durations of the Company Tree page; see TREE-22 to TREE-24. */
const TREE_SCROLL_MS = 600;
const ROW_SCROLL_MS = 800;
const HIGHLIGHT_MS = 3_000;
export const ADD_ERROR_MS = 30_000;

const ID = /^[1-9]\d{0,9}$/;
/** The company_id that was selected last in this tab, or null. */
function readLastCompany(): number | null {
  const text = sessionStorage.getItem(SESSION_KEYS.lastSelectedCompany);
  return text !== null && ID.test(text) ? Number(text) : null;
}

const writeLastCompany = (id: number): void => sessionStorage.setItem(SESSION_KEYS.lastSelectedCompany, String(id));
const clearLastCompany = (): void => sessionStorage.removeItem(SESSION_KEYS.lastSelectedCompany);

/** Errors for links whose company does not exist, by action. */
const UNOPENED: Partial<Record<CompanyAction, 'errors.open_edit' | 'errors.open_delete'>> = {
  edit: 'errors.open_edit',
  details: 'errors.open_edit',
  delete: 'errors.open_delete',
};
type Options = {
  companies: readonly MainCompany[] | undefined;
  address: CompaniesAddress;
  change: ChangeCompanies;
  onLinked: () => void;
  onCleared: () => void;
};
type SelectedCompany = {
  company: MainCompany | null;
  expect: (id: number) => void;
};
/**
 * The main company of the address or, where the address has none when the page opens, the one that was
 * selected last in this tab. A company that the list does not have is cleared; see TREE-20.
 */
function useSelectedCompany({ companies, address, change, onLinked, onCleared }: Options): SelectedCompany {
  const { t } = useTranslation('companies');
  const { key } = useLocation();
  const [opening] = useState(() => ({ key, last: readLastCompany() }));
  const { company: named, do: action } = address;
  const restored = named === null && key === opening.key ? opening.last : null;
  const id = named ?? restored;
  const company = companies?.find(({ company_id }) => company_id === id) ?? null;
  const awaited = useRef<number | null>(null);
  const seen = useRef<number | null>(null);

  const arrive = useEffectEvent((id: number): void => {
    if (seen.current !== id && readLastCompany() !== id) onLinked();
    seen.current = id;
    writeLastCompany(id);
    if (restored !== null) change({ company: id }, { replace: true });
  });
  const miss = useEffectEvent((id: number | null, action: CompanyAction | null): void => {
    if (id !== null && id === awaited.current && id !== seen.current) return;
    const unopened = action && UNOPENED[action];
    if (id === null && !unopened) return;
    // A link shows that its company does not exist; a deletion while the page is open, or before this visit, needs no message.
    const news = unopened || restored === null;
    if (news && (id === null || id !== seen.current)) {
      toast('warning', t('errors.not_found'), unopened ? { title: t(unopened) } : {});
    }
    clearLastCompany();
    onCleared();
    change({ company: null, do: null }, { replace: true });
  });
  const arrival = company?.company_id;
  const loaded = companies !== undefined;
  useEffect(() => {
    if (arrival !== undefined) arrive(arrival);
    else if (loaded) miss(id, action);
  }, [arrival, loaded, id, action]);

  return {
    company,
    expect: (id) => {
      awaited.current = id;
    },
  };
}
