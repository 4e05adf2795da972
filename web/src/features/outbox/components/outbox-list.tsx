import { Button } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { usePageSize } from '../../../lib/paging/use-page-size.ts';
import { PagedList } from '../../../ui/paging/paged-list.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { isFiltered, type ChangeOutbox, type OutboxAddress } from '../outbox-address.ts';
import { useGetOutboxPageQuery } from '../outbox-api.ts';
import classes from './outbox-list.module.css';
import { OutboxRow } from './outbox-row.tsx';

/** Messages are sent in the background; the list is polled while it is visible. */
const FOLLOW_MS = 5_000;

type Props = {
  address: OutboxAddress;
  onOpen: (id: number) => void;
  onChange: ChangeOutbox;
};

/** One page of messages, newest first. */
export function OutboxList({ address, onOpen, onChange }: Props) {
  const { t } = useTranslation('outbox');
  const errorText = useErrorMessage();
  const [pageSize, choosePageSize] = usePageSize('outbox');
  const query = useGetOutboxPageQuery(
    { ...address, page_size: pageSize },
    { pollingInterval: FOLLOW_MS, skipPollingIfUnfocused: true },
  );
  const filtered = isFiltered(address);
  return (
    <PagedList
      label={t('title')}
      className={classes.list}
      query={query}
      failure={query.error && errorText(query.error, t('error'))}
      page={address.page}
      pageSize={pageSize}
      onPageSize={choosePageSize}
      showing={(range) => t('showing', range)}
      onGo={(page, options) => onChange({ page }, options)}
      empty={
        <EmptyState
          icon={<IconMailOff size={24} />}
          title={t(filtered ? 'empty.none_fit' : 'empty.title')}
          action={
            filtered && (
              <Button variant="light" mt="xs" onClick={() => onChange({ q: '', channel: 'all', state: 'all' })}>
                {t('empty.reset')}
              </Button>
            )
          }
        >
          {t(filtered ? 'empty.none_fit_text' : 'empty.text')}
        </EmptyState>
      }
    >
      {(message) => <OutboxRow key={message.id} message={message} onOpen={onOpen} />}
    </PagedList>
  );
}
