import type { ProofRun } from '@belfry/schemas/http/announcements/proof-of-play';
import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useZonedTimes } from '../../../../lib/format/times.ts';
import { useGetProofRunsQuery } from '../../announcements-api.ts';
import classes from '../announcement-run-progress.module.css';
import { ProofList, type ProofListProps } from './proof-list.tsx';
import { useCountsText } from './use-counts-text.ts';

/** One page of the runs in a time, each with how many places heard it. Its name leads to what each place reported. */
export function ProofRuns({ range, page, onGo }: ProofListProps) {
  const { t } = useTranslation('announcements');
  const zoned = useZonedTimes();
  const countsText = useCountsText();
  return (
    <ProofList<ProofRun> query={useGetProofRunsQuery({ ...range, page })} page={page} onGo={onGo}>
      {({ run_id, title, kind, at, time_zone, ...counts }) => (
        <li key={run_id} className={classes.row}>
          <span className={classes.place}>
            <Anchor component={Link} to={`/say?tab=history&run=${run_id}`} fw={600} inherit>
              {title}
            </Anchor>
          </span>
          <span className={classes.detail}>{[zoned(at, time_zone), t(`kind.${kind}`)].join(' · ')}</span>
          <Text span size="sm" className="tabular" c={counts.heard < counts.expected ? 'error' : undefined}>
            {countsText(counts)}
          </Text>
        </li>
      )}
    </ProofList>
  );
}
