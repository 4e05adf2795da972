import type { Receipt } from '@belfry/schemas/http/announcements/receipts';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { When } from '../../ui/when.tsx';
import { Row } from '../list/index.ts';
import { HeardBar, useHeardState } from './heard-bar.tsx';
import classes from './receipt.module.css';
import { useReceiptTitle } from './use-receipt-title.ts';

type Props = {
  receipt: Receipt;
  /** Why most of the others did not hear it. */
  why?: string | null;
  /** The address that opens its drawer, or the row in Activity. */
  to: string;
  /** One button, as "Say again". */
  action?: ReactNode;
  isOpen?: boolean;
};

/** `19:45 Closing soon · North · ▮▮▮▮▮▮▮▯ 58 of 60`, on the clock of the place. */
export function ReceiptRow({ receipt, why = null, ...row }: Props) {
  const { t } = useTranslation('receipt');
  const stateOf = useHeardState();
  const titleOf = useReceiptTitle();
  return (
    <Row
      state={stateOf(receipt)}
      lead={<When at={receipt.at} zone={receipt.time_zone} />}
      name={titleOf(receipt)}
      path={receipt.where}
      facts={
        <>
          {(receipt.waits_until !== null || why !== null) && (
            <span className={classes.reason}>{receipt.waits_until === null ? why : t('when_back.row')}</span>
          )}
          <HeardBar heard={receipt} />
        </>
      }
      {...row}
    />
  );
}
