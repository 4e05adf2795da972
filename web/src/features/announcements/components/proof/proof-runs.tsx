import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useZonedTimes } from '../../../../lib/format/times.ts';
import { RowList } from '../../../../ui/lists/row-list.tsx';
import { usePage } from '../../../../ui/lists/use-page.ts';
import { announcementsApi } from '../../announcements-api.ts';
import classes from '../announcement-run-progress.module.css';
import { PROOF_PAGE_SIZE, useProofFrame, type ProofListProps } from './proof-frame.tsx';
import { useCountsText } from './use-counts-text.ts';

/** One page of the runs in a time, each with how many places heard it. Its name leads to what each place reported. */
export function ProofRuns({ at, range }: ProofListProps) {
  const { t } = useTranslation('announcements');
  const zoned = useZonedTimes();
  const countsText = useCountsText();
  const list = usePage(announcementsApi.endpoints.getProofRuns, {
    at,
    size: PROOF_PAGE_SIZE,
    ask: ({ page, page_size }) => ({ ...range, page, page_size }),
  });
  return (
    <RowList list={list} {...useProofFrame()} keyOf={({ run_id }) => run_id}>
      {({ run_id, title, kind, at: instant, time_zone, ...counts }) => (
        <>
          <span className={classes.place}>
            <Anchor component={Link} to={`/say?tab=history&run=${run_id}`} fw={600} inherit>
              {title}
            </Anchor>
          </span>
          <span className={classes.detail}>{[zoned(instant, time_zone), t(`kind.${kind}`)].join(' · ')}</span>
          <Text span size="sm" className="tabular" c={counts.heard < counts.expected ? 'error' : undefined}>
            {countsText(counts)}
          </Text>
        </>
      )}
    </RowList>
  );
}
