import { IconListCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import type { ListAddress } from '../../../../lib/address/use-list-address.ts';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import type { ProofRange } from '../../announcements-api.ts';
import type { ProofFilter } from '../../use-proof-address.ts';
import classes from '../announcement-run-progress.module.css';

export const PROOF_PAGE_SIZE = 50;

export type ProofListProps = { at: ListAddress<ProofFilter>; range: ProofRange };

/** What the lists by place and by run have in common: their name, texts and states. */
export function useProofFrame() {
  const { t } = useTranslation('announcements');
  const messageOf = useErrorMessage();
  return {
    label: t('tabs.proof'),
    entry: classes.row,
    waiting: <LineSkeletons count={6} height={36} />,
    failure: (error: unknown) => ({ message: messageOf(error) }),
    empty: (
      <EmptyState icon={<IconListCheck size={24} />} title={t('proof.empty')}>
        {t('proof.empty_text')}
      </EmptyState>
    ),
    showing: (shown: { from: string; to: string; total: string; count: number }) => t('proof.showing', shown),
  };
}
