import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { NO_FILTERS } from '../../../../lib/address/address-filters.ts';
import { useLocalPage } from '../../../../lib/address/use-local-page.ts';
import { Card } from '../../../../ui/card.tsx';
import { RowList } from '../../../../ui/lists/row-list.tsx';
import { usePage } from '../../../../ui/lists/use-page.ts';
import { deviceApprovalsApi } from '../device-approvals-api.ts';
import { ApprovalRow } from './approval-row.tsx';
import classes from './approval-list.module.css';

const PAGE_SIZE = 4;

/** Requests that wait for an administrator's approval; renders nothing without any. */
export function WaitingForApproval() {
  const { t } = useTranslation('device-approvals');
  const errorText = useErrorMessage();
  const at = useLocalPage(NO_FILTERS.defaults);
  const list = usePage(deviceApprovalsApi.endpoints.getApprovals, { at, size: PAGE_SIZE, ask: (asked) => asked });
  if (list.error === undefined && (list.rows ?? []).length === 0) return null;
  return (
    <Card title={t('title')} order={2}>
      <RowList
        list={list}
        label={t('title')}
        entry={classes.row}
        keyOf={({ id }) => id}
        waiting={null}
        empty={null}
        failure={(error) => ({ message: errorText(error, t('load_failed')) })}
        toolbar={
          <Text size="sm" c="dimmed" mb="xs">
            {t('lead')}
          </Text>
        }
        showing={(range) => t('showing', range)}
        pagesLabel={t('pages')}
      >
        {(approval) => <ApprovalRow approval={approval} />}
      </RowList>
    </Card>
  );
}
