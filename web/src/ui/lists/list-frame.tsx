import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { LIST_PAGE_SIZE, LIST_PAGE_SIZES } from '../../lib/paging.ts';
import { ErrorState } from '../states/error-state.tsx';
import { RefreshFailed, Stale } from '../states/stale.tsx';
import type { ListPager, ListState } from './list-state.ts';
import { Pager } from './pager.tsx';
import { Paper } from '@mantine/core';
import classes from './list-frame.module.css';

type Range = { from: string; to: string; total: string; count: number };

export type ListFailure = { title?: string; message: string; detail?: string | undefined };

export type ListFrameProps<Row> = {
  list: ListState<Row>;
  /** Before the first answer. */
  waiting: ReactNode;
  failure?: (error: unknown) => ListFailure;
  /** Shown instead of that, for lists that have a panel of their own. */
  renderFailure?: (error: unknown) => ReactNode;
  /** Shown where there is nothing at all: an explanation, and how to begin. */
  empty: ReactNode;
  /** Where nothing passes the filters; absent for a list without filters. */
  noneFound?: ReactNode;
  filtered?: boolean;
  /** Between the failure and the rows. */
  toolbar?: ReactNode;
  /** The rows are old, since when in ms since the epoch; by default when they could not be loaded again. */
  stale?: { active: boolean; since: number };
  /** The text of the shown range; absent for a list without pages. */
  showing?: (range: Range) => string;
  pagesLabel?: string;
};

type FrameProps<Row> = ListFrameProps<Row> & { children: (rows: readonly Row[], changing: boolean) => ReactNode };

/**
 * The five states of a list: it is loaded, could not be loaded, has nothing, finds nothing, or has rows. While other rows are loaded it
 * keeps the last ones, which `children` dims. When they could not be loaded there is no count and no pager.
 */
export function ListFrame<Row>({ list, waiting, toolbar, stale, showing, pagesLabel, ...props }: FrameProps<Row>) {
  const { rows, changing, error, since, pager } = list;
  const failure = error !== undefined && <Failure list={list} {...props} />;
  if (!rows) return failure || waiting;
  if (rows.length === 0) {
    const nothing = (props.filtered && props.noneFound) || props.empty;
    return changing ? waiting : nothing;
  }
  return (
    <>
      {failure}
      {toolbar}
      <Stale active={stale?.active ?? error !== undefined} since={stale?.since ?? since}>
        {props.children(rows, changing)}
      </Stale>
      {pager && showing && <ListPages pager={pager} showing={showing} label={pagesLabel} />}
    </>
  );
}

type FailureProps<Row> = Pick<FrameProps<Row>, 'list' | 'failure' | 'renderFailure'>;

function Failure<Row>({ list, failure, renderFailure }: FailureProps<Row>) {
  const { t } = useTranslation('common');
  const { rows, error, retry, retrying } = list;
  if (renderFailure) return renderFailure(error);
  const texts = failure?.(error) ?? { message: t('error.fallback') };
  if (!rows) return <ErrorState {...texts} onRetry={retry} retrying={retrying} />;
  return <RefreshFailed message={texts.message} detail={texts.detail} onRetry={retry} retrying={retrying} />;
}

type PagesProps = { pager: ListPager; showing: (range: Range) => string; label: string | undefined };

function ListPages({ pager: { onPageSize, ...pager }, showing, label }: PagesProps) {
  return (
    <Pager
      {...pager}
      {...(onPageSize && { sizes: { choices: LIST_PAGE_SIZES, initial: LIST_PAGE_SIZE, onChoose: onPageSize } })}
      {...(label !== undefined && { label })}
      showing={showing}
    />
  );
}

type RowListProps<Row> = ListFrameProps<Row> & {
  label: string;
  entry?: string | undefined;
  /** `frame`: lines between entries inside of a border; `lines`: lines only; `cards`: each entry has a frame of its own. */
  variant?: 'frame' | 'lines' | 'cards';
  keyOf: (row: Row) => string | number;
  children: (row: Row) => ReactNode;
};

export function RowList<Row>({ label, entry, variant = 'lines', keyOf, children, ...frame }: RowListProps<Row>) {
  return (
    <ListFrame {...frame}>
      {(rows, changing) => {
        const list = (
          <ul className={classes.list} data-variant={variant} aria-label={label} aria-busy={changing}>
            {rows.map((row) => (
              <li key={keyOf(row)} className={entry}>
                {children(row)}
              </li>
            ))}
          </ul>
        );
        return variant === 'frame' ? <Paper withBorder>{list}</Paper> : list;
      }}
    </ListFrame>
  );
}
