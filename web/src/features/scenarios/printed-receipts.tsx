import type { ScenarioRun } from '@belfry/schemas/http/scenarios/runs';
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTimes } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useAct } from '../../ui/use-act.ts';
import { useReceiptDetail } from './run-receipts.tsx';
import { useLazyGetWholeRunQuery } from './scenarios-api.ts';
import classes from './scenarios.module.css';

type Loaded = { run: ScenarioRun; at: number };

/** Loads every receipt for paper. */
export function PrintButton({ runId, onLoad }: { runId: string; onLoad: (loaded: Loaded) => void }) {
  const { t } = useTranslation('scenarios');
  const { act } = useAct();
  const [load, { isFetching }] = useLazyGetWholeRunQuery();
  const print = async (): Promise<void> => {
    const run = await act(() => load(runId), { failed: t('failed') });
    if (run) onLoad({ run, at: Date.now() });
  };
  return (
    <Button variant="default" loading={isFetching} onClick={() => void print()}>
      {t('print')}
    </Button>
  );
}

/** All receipts of a run, on paper only; prints once they are there. */
export function PrintedReceipts({ run }: { run: ScenarioRun }) {
  const { t } = useTranslation('scenarios');
  const { moment } = useTimes();
  const detailOf = useReceiptDetail();
  // Two people may have the same name, and no receipt has an id.
  const rows = run.actions.flatMap(({ index, kind, receipts }) =>
    receipts.map((receipt, position) => ({ id: `${index} ${position}`, index, kind, receipt })),
  );
  useEffect(() => print(), []);
  return (
    <table className={classes.printed}>
      <tbody>
        {rows.map(({ id, index, kind, receipt }) => (
          <tr key={id}>
            <td>{`${index + 1}. ${t(`kind.${kind}`)}`}</td>
            <td>{t(`receipt.${receipt.state}`)}</td>
            <td>{receipt.who}</td>
            <td>{detailOf(receipt)}</td>
            <td>{receipt.at === null ? '' : moment(receipt.at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
