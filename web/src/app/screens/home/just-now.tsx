import { Button } from '@mantine/core';
import { missedOf, type Receipt } from '@belfry/schemas/http/announcements/receipts';
import { Link } from 'react-router';
import { useGetActivityInfiniteQuery } from '../../../features/activity/activity-api.ts';
import { useSayAgainMutation } from '../../../features/announcements/announcements-api.ts';
import { useMay } from '../../../features/teams/teams-api.ts';
import { Rows } from '../../../kit/list/index.ts';
import { ReceiptRow, useReceiptTitle, useReceiptWhy } from '../../../kit/receipt/index.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useAct } from '../../../ui/use-act.ts';
import classes from './home.module.css';

const SHOWN = 3;

/** What was said last, at one place or at all, and what became of it. */
export function JustNow({ placeId }: { placeId?: number }) {
  const { t } = useTranslation('home');
  const whyOf = useReceiptWhy();
  const { data } = useGetActivityInfiniteQuery({
    view: 'said',
    limit: SHOWN,
    ...(placeId !== undefined && { company_id: placeId }),
  });
  const receipts = (data?.pages[0]?.rows ?? []).flatMap((row) => (row.kind === 'said' ? [row] : []));
  if (receipts.length === 0) return null;
  return (
    <section aria-label={t('just_now.title')}>
      <h2 className={classes.title}>{t('just_now.title')}</h2>
      <Rows label={t('just_now.title')} rows={receipts} keyOf={({ id }) => id} empty={null}>
        {({ id, receipt }) => (
          <ReceiptRow
            receipt={receipt}
            why={whyOf(receipt)}
            to={`/activity?view=said&open=${id}`}
            action={<Action receipt={receipt} address={`/activity?view=said&open=${id}`} />}
          />
        )}
      </Rows>
    </section>
  );
}

function Action({ receipt, address }: { receipt: Receipt; address: string }) {
  const { t } = useTranslation('home');
  const titleOf = useReceiptTitle();
  const may = useMay('say');
  const { act, pending } = useAct();
  const [again] = useSayAgainMutation();
  const { run_id, kind, is_over } = receipt;
  if (!is_over) return null;
  if (missedOf(receipt) > 0)
    return (
      <Button component={Link} to={address} size="compact-sm" variant="default">
        {t('just_now.why')}
      </Button>
    );
  if (!may || kind !== 'say') return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={pending}
      aria-label={t('just_now.again_of', { title: titleOf(receipt) })}
      onClick={() =>
        void act(() => again({ run_id, to: 'all' }), { done: t('just_now.said'), failed: t('just_now.failed') })
      }
    >
      {t('just_now.again')}
    </Button>
  );
}
