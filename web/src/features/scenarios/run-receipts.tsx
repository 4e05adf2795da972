import {
  SCENARIO_RECEIPT_FILTERS,
  SCENARIO_RECEIPTS_PAGE,
  type ScenarioReceipt,
  type ScenarioRun,
} from '@belfry/schemas/http/scenarios/runs';
import { Group, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { Dot, type RowState } from '../../kit/list/index.ts';
import { useReasonText } from '../../lib/reasons.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useBreakpoint } from '../../lib/use-breakpoint.ts';
import { FilterSelect } from '../../ui/filters/filter-bar.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { When } from '../../ui/when.tsx';
import { useGetScenarioReceiptsQuery } from './scenarios-api.ts';
import classes from './scenarios.module.css';

/** Receipts change with the carriers, of which nobody tells. */
export const POLLING_MS = 2_000;
const ROW_PX = 32;
/** Why it failed has a line of its own. */
const PHONE_ROW_PX = 56;
const SHOWN = 12;

type Only = (typeof SCENARIO_RECEIPT_FILTERS)[number];
type Action = ScenarioRun['actions'][number];
type Props = { runId: string; action: Action; isAsking: boolean };

/** Of one action: as many rows as there are, of which those are fetched that are seen. */
export function RunReceipts({ runId, action: { index, kind, total, failed, open }, isAsking }: Props) {
  const { t } = useTranslation('scenarios');
  const [only, setOnly] = useState<Only>('all');
  const pages = { scenario_run_id: runId, index, only, page_size: SCENARIO_RECEIPTS_PAGE };
  const pollingInterval = open > 0 ? POLLING_MS : 0;
  const { data } = useGetScenarioReceiptsQuery({ ...pages, page: 1 }, { pollingInterval });
  const choices = SCENARIO_RECEIPT_FILTERS.filter((each) => each !== 'unanswered' || isAsking);
  const count = data?.total ?? 0;
  const rowPx = useBreakpoint('phone') ? PHONE_ROW_PX : ROW_PX;
  return (
    <div className={classes.onScreen}>
      <Group justify="space-between" mb="xs">
        <Text size="sm" c="dimmed">
          {failed === 0 ? t('receipts', { count: total }) : t('receipts_failed', { count: total, failed })}
        </Text>
        {(failed > 0 || isAsking) && (
          <FilterSelect
            label={t('receipts_of.label')}
            choices={choices}
            value={only}
            labelOf={(each) => t(`receipts_of.${each}`)}
            onChange={setOnly}
          />
        )}
      </Group>
      {count > 0 && (
        <VirtualList
          label={t(`kind.${kind}`)}
          count={count}
          rowPx={rowPx}
          maxPx={ROW_PX * SHOWN}
          keyOf={(position) => position}
        >
          {(position) => (
            <Receipt
              pages={{ ...pages, page: Math.floor(position / SCENARIO_RECEIPTS_PAGE) + 1 }}
              position={position % SCENARIO_RECEIPTS_PAGE}
              pollingInterval={pollingInterval}
            />
          )}
        </VirtualList>
      )}
    </div>
  );
}

const RECEIPT_DOTS: Record<ScenarioReceipt['state'], RowState> = {
  queued: 'look',
  accepted: 'ok',
  sent: 'ok',
  heard: 'ok',
  delivered: 'ok',
  acknowledged: 'ok',
  on: 'ok',
  off: 'ok',
  pulse: 'ok',
  shown: 'ok',
  failed: 'wrong',
};

/** What was answered, and why it failed. */
export function useReceiptDetail() {
  const { t } = useTranslation('scenarios');
  const reasonOf = useReasonText();
  return ({ answer, answer_text, reason }: ScenarioReceipt): string =>
    [
      answer && t(`answer.${answer}`),
      answer_text,
      reason !== null && t(`missed.${reason as 'offline'}`, { defaultValue: reasonOf(reason) }),
    ]
      .filter(Boolean)
      .join(' · ');
}

type ReceiptProps = {
  pages: { scenario_run_id: string; index: number; only: Only; page: number; page_size: number };
  position: number;
  pollingInterval: number;
};

/** The rows of a page share its call. */
function Receipt({ pages, position, pollingInterval }: ReceiptProps) {
  const { t } = useTranslation('scenarios');
  const detailOf = useReceiptDetail();
  const receipt = useGetScenarioReceiptsQuery(pages, { pollingInterval }).data?.rows[position];
  if (!receipt) return <Skeleton height={12} mx={8} />;
  const { who, state, at } = receipt;
  const detail = detailOf(receipt);
  return (
    <div className={classes.receipt}>
      <Dot state={RECEIPT_DOTS[state]} text={t(`receipt.${state}`)} />
      <span title={who}>{who}</span>
      <span className={classes.detail} title={detail}>
        {detail}
      </span>
      {at !== null && <When at={at} />}
    </div>
  );
}
