import type { MainCompany } from '@belfry/schemas/http/companies/companies';
import { Tooltip } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { scrollIntoViewIfNeeded } from '../../panels/scroll-to.ts';
import { CompanyRow } from './company-row.tsx';
import classes from './company-table.module.css';
import { useRowKeys } from './use-row-keys.ts';

const ROW_PX = 56;
const HEADER_PX = 36;
const OVERSCAN = 6;

export type CompanyTableProps = {
  companies: readonly MainCompany[];
  selected: number | null;
  /** The row that is highlighted temporarily. */
  highlighted: number | null;
  /** The row to scroll to as soon as it is rendered. */
  scrollTarget: number | null;
  onFound: () => void;
  onSelect: (company_id: number) => void;
};

/** The main companies, virtualised: only visible rows are rendered. */
export function CompanyTable({ companies, selected, highlighted, scrollTarget, onFound, onSelect }: CompanyTableProps) {
  const { t } = useTranslation('companies');
  const box = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the compiler skips this component, but not its rows
  const rows = useVirtualizer({
    count: companies.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollPaddingStart: HEADER_PX,
  });
  useEffect(() => {
    if (scrollTarget === null) return;
    const index = companies.findIndex(({ company_id }) => company_id === scrollTarget);
    if (index === -1) return;
    rows.scrollToIndex(index);
    scrollIntoViewIfNeeded(box.current);
    onFound();
  }, [scrollTarget, companies, rows, onFound]);

  const inSight = rows.getVirtualItems();
  const keys = useRowKeys({ companies, selected, box, scrollTo: (index) => rows.scrollToIndex(index) });
  const reachable = keys.reachableOf(inSight.flatMap(({ index }) => companies[index]?.company_id ?? []));
  const above = inSight[0]?.start ?? 0;
  const below = rows.getTotalSize() - (inSight.at(-1)?.end ?? 0);
  return (
    <div ref={box} className={classes.box}>
      <table className={classes.table} aria-rowcount={companies.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{t('list.company')}</th>
            <th scope="col" className={classes.count}>
              <Tooltip label={t('list.tree_hint')} events={{ hover: true, focus: true, touch: true }}>
                {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the only way to the tooltip without a mouse */}
                <span className={classes.hint} tabIndex={0}>
                  {t('list.tree')}
                </span>
              </Tooltip>
            </th>
            <th scope="col">{t('list.description')}</th>
          </tr>
        </thead>
        <tbody>
          <Gap height={above} />
          {inSight.map(({ index }) => {
            const company = companies[index];
            return (
              company && (
                <CompanyRow
                  key={company.company_id}
                  company={company}
                  place={index + 2}
                  selected={company.company_id === selected}
                  highlighted={company.company_id === highlighted}
                  reachable={company.company_id === reachable}
                  onSelect={onSelect}
                  onKeyDown={(event) => keys.onKeyDown(event, index)}
                  onFocus={() => keys.onFocus(company.company_id)}
                />
              )
            );
          })}
          <Gap height={below} />
        </tbody>
      </table>
    </div>
  );
}

/** Has the height of the rows that are not rendered. */
const Gap = ({ height }: { height: number }) => (height > 0 ? <tr aria-hidden style={{ height }} /> : null);
