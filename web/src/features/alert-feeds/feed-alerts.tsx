import { Text } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { NO_FILTERS, useLocalPage } from '../../lib/list-address.ts';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { usePage } from '../../ui/lists/list-state.ts';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import classes from './alert-feeds.module.css';
import { AlertLine } from './alert-line.tsx';
import { alertFeedsApi } from './alert-feeds-api.ts';

const ROWS = 20;

export function FeedAlerts({ id }: { id: number }) {
  const { t } = useTranslation('alert-feeds');
  const errorText = useErrorMessage();
  const at = useLocalPage(NO_FILTERS.defaults);
  const list = usePage(alertFeedsApi.endpoints.getFeedAlerts, {
    at,
    size: ROWS,
    ask: ({ page, page_size }) => ({ id, page, page_size }),
  });
  const none = (
    <Text size="sm" c="dimmed">
      {t('alerts.none')}
    </Text>
  );
  return (
    <RowList
      list={list}
      label={t('alerts.title')}
      keyOf={({ decision_id }) => decision_id}
      entry={classes.alert}
      waiting={<LineSkeletons count={5} height={44} />}
      failure={(error) => ({ message: errorText(error, t('alerts.load_error')) })}
      showing={(range) => t('alerts.showing', range)}
      empty={none}
    >
      {(alert) => <AlertLine alert={alert} />}
    </RowList>
  );
}
