import { IconListCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { shownData } from '../../../../lib/paging/shown-data.ts';
import { useLastPage } from '../../../../lib/paging/use-last-page.ts';
import { Pager } from '../../../../ui/paging/pager.tsx';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import { PROOF_PAGE_SIZE, type ProofRange } from '../../announcements-api.ts';
import classes from '../announcement-run-progress.module.css';

/** What the lists of the proof of play take. */
export type ProofListProps = {
  range: ProofRange;
  page: number;
  onGo: (page: number, options?: { replace: boolean }) => void;
};

type Rows<Row> = { rows: readonly Row[]; total: number };
type Props<Row> = Pick<ProofListProps, 'page' | 'onGo'> & {
  /** As RTK Query returns it. */
  query: {
    data?: Rows<Row> | undefined;
    currentData?: Rows<Row> | undefined;
    error?: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** Draws a row as a list item. */
  children: (row: Row) => ReactNode;
};

/** One page of a list of the proof of play, in its states. */
export function ProofList<Row>({ query, page, onGo, children }: Props<Row>) {
  const { t } = useTranslation('announcements');
  const messageOf = useErrorMessage();
  const { currentData, error, isFetching, refetch } = query;
  const { data, changing } = shownData(query);
  const onLast = (last: number): void => onGo(last, { replace: true });
  const beyond = useLastPage({ page, pageSize: PROOF_PAGE_SIZE, total: currentData?.total, onLast });
  if (!data && error !== undefined) {
    return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data || beyond) return <LineSkeletons count={6} height={36} />;
  if (data.total === 0) {
    return (
      <EmptyState icon={<IconListCheck size={24} />} title={t('proof.empty')}>
        {t('proof.empty_text')}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={classes.list} aria-label={t('tabs.proof')} aria-busy={changing}>
        {data.rows.map(children)}
      </ul>
      <Pager
        page={page}
        pageSize={PROOF_PAGE_SIZE}
        total={data.total}
        showing={(shown) => t('proof.showing', shown)}
        onGo={onGo}
      />
    </>
  );
}
