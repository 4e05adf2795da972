import type { MainCompany } from '@belfry/schemas/http/companies/companies';
import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { scrollIntoViewIfNeeded } from './panel.tsx';
import classes from './company-table.module.css';
import { DEFAULT_EMBLEM } from '../../ui/emblems/emblem.ts';
import { EmblemIcon } from '../../ui/emblems/emblem-icon.tsx';
import { IconBinaryTree2 } from '@tabler/icons-react';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';

const ROW_PX = 56;
const HEADER_PX = 36;
const OVERSCAN = 6;

type CompanyTableProps = {
  companies: readonly MainCompany[];
  selected: number | null;
  highlighted: number | null;
  scrollTarget: number | null;
  onFound: () => void;
  onSelect: (company_id: number) => void;
};

/**
 * The main companies. Not a `DataTable`, which renders every row: an administrator may have thousands of companies, so only visible
 * rows are rendered, each row is one button, and arrows move the focus to rows that are not rendered yet.
 */
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

const Gap = ({ height }: { height: number }) => (height > 0 ? <tr aria-hidden style={{ height }} /> : null);

function CountBadge({ count }: { count: number }) {
  const { t } = useTranslation('companies');
  const formatted = formatCount(count, useLocale());
  if (count === 0) {
    return (
      <span className={classes.none}>
        <IconBinaryTree2 size={18} stroke={1.6} aria-hidden />
        <VisuallyHidden>{t('list.nested_none')}</VisuallyHidden>
      </span>
    );
  }
  return (
    <span className={classes.badge} data-tier={tierOf(count)}>
      <span aria-hidden>{formatted}</span>
      <VisuallyHidden>{t('list.nested', { count, formatted })}</VisuallyHidden>
    </span>
  );
}

/** Numbers of nested companies at which the badge changes its colour; see TREE-25. */
const COUNT_TIERS = [5, 15, 30, 60, 120, 300, 1_000] as const;

/** The tier of a count: 0 below the first threshold, 7 from the last one on. */
export const tierOf = (count: number): number => COUNT_TIERS.filter((least) => count >= least).length;

const TOOLTIP_DELAY_MS = 400;
type Props = {
  company: MainCompany;
  /** `aria-rowindex`, from 1, where the header is the first row. */
  place: number;
  selected: boolean;
  highlighted: boolean;
  reachable: boolean;
  onSelect: (company_id: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
};
function CompanyRow({ company, place, selected, highlighted, reachable, onSelect, onKeyDown, onFocus }: Props) {
  const { t } = useTranslation('companies');
  const { company_id, name, description, emblem, subcompany_count } = company;
  return (
    <tr
      className={classes.row}
      aria-rowindex={place}
      data-company={company_id}
      data-selected={selected || undefined}
      data-highlighted={highlighted || undefined}
    >
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the name is the label, nested deeper than the rule searches */}
      <td>
        <Tooltip
          label={t(selected ? 'list.current_tree' : 'list.show_tree')}
          openDelay={TOOLTIP_DELAY_MS}
          events={{ hover: true, focus: true, touch: false }}
          position="top-start"
        >
          <UnstyledButton
            className={classes.company}
            aria-current={selected || undefined}
            tabIndex={reachable ? 0 : -1}
            onClick={() => onSelect(company_id)}
            onKeyDown={onKeyDown}
            onFocus={onFocus}
          >
            <span className={classes.emblem} aria-hidden>
              <EmblemIcon emblem={emblem ?? DEFAULT_EMBLEM} size={18} />
            </span>
            <span className={classes.name} data-missing={name === '' || undefined}>
              {name || t('list.unknown')}
            </span>
          </UnstyledButton>
        </Tooltip>
      </td>
      <td className={classes.count}>
        <CountBadge count={subcompany_count} />
      </td>
      <td>
        <span className={`${classes.description} ${description ? '' : classes.missing}`}>
          {description || t('list.no_description')}
        </span>
      </td>
    </tr>
  );
}

const TO: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_index, last) => last,
};
type Options = {
  companies: readonly MainCompany[];
  selected: number | null;
  box: RefObject<HTMLElement | null>;
  scrollTo: (index: number) => void;
};
/**
 * Arrows, Home and End move the focus between the rows, of which one is in the tab order: the last focused one, else the
 * selected one. A row that is not rendered is scrolled to and focused when it is.
 */
function useRowKeys({ companies, selected, box, scrollTo }: Options) {
  const [last, setLast] = useState<number | null>(null);
  const focusNext = useRef<number | null>(null);
  useEffect(() => {
    if (focusNext.current === null) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-company="${focusNext.current}"] button`);
    if (!row) return;
    focusNext.current = null;
    row.focus({ preventScroll: true });
  });
  return {
    reachableOf: (ids: readonly number[]): number | undefined =>
      [last, selected].find((id): id is number => id !== null && ids.includes(id)) ?? ids[0],
    onKeyDown: (event: KeyboardEvent, index: number): void => {
      const next = TO[event.key]?.(index, companies.length - 1);
      const company = next === undefined ? undefined : companies[next];
      if (next === undefined || !company) return;
      event.preventDefault();
      focusNext.current = company.company_id;
      setLast(company.company_id);
      scrollTo(next);
    },
    onFocus: setLast,
  };
}
