import { useTimeout } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useExpiringState } from '../../lib/hooks/use-expiring-state.ts';
import { useGetMainCompaniesQuery } from '../../api/companies/companies-api.ts';
import { HIGHLIGHT_MS, ROW_SCROLL_MS, TREE_SCROLL_MS } from './company-timings.ts';
import { clearLastCompany } from './address/last-company.ts';
import { scrollToTop } from './panels/scroll-to.ts';
import { useCompaniesAddress } from './address/use-companies-address.ts';
import { usePanels } from './panels/use-panels.ts';
import { useSelectedCompany } from './address/use-selected-company.ts';
import { useTreeLoad } from './use-tree-load.ts';

/** A tree that could not be loaded, of a company that was chosen or that the page restored. */
export type TreeFailure = { company_id: number; chosen: boolean; error: unknown };
export type CompanyPage = ReturnType<typeof useCompanyPage>;

/** The selection of the Company Tree page and its effects; see TREE-20 to TREE-23. */
export function useCompanyPage() {
  const list = useGetMainCompaniesQuery();
  const [address, change] = useCompaniesAddress();
  const [panels, showPanel] = usePanels();
  const tree = useRef<HTMLDivElement>(null);
  const chosen = useRef<number | null>(null);
  const [failure, setFailure] = useState<TreeFailure | null>(null);
  const [highlighted, highlight] = useExpiringState<number>();
  /** The row to which the list scrolls. */
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
      if (chosen.current === id) return;
      highlight(id, HIGHLIGHT_MS);
      setScrollTarget(id);
    },
    onFailed: (id, error) => {
      setFailure({ company_id: id, chosen: chosen.current === id, error });
      chosen.current = null;
      clearLastCompany();
      showPanel('tree', false);
      change({ company: null, do: null }, { replace: true });
    },
  });

  const choose = (id: number): void => {
    chosen.current = id;
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
    /** Selects the company that add or duplicate has created. */
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
