import { Button, Stack } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { setParameter } from '../../../lib/address/address-filters.ts';
import { useAddress } from '../../../lib/address/use-address.ts';
import { useListAddress } from '../../../lib/address/use-list-address.ts';
import { usePageSize } from '../../../lib/paging/use-page-size.ts';
import { RowList } from '../../../ui/lists/row-list.tsx';
import { usePage } from '../../../ui/lists/use-page.ts';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { MessageDrawer } from './components/message-drawer.tsx';
import { OutboxFilters } from './components/outbox-filters.tsx';
import { OutboxRow } from './components/outbox-row.tsx';
import { isFiltered, openMessageOf, outboxFilters } from './outbox-address.ts';
import { outboxApi } from './outbox-api.ts';

/** Messages are sent in the background; the list is polled while it is visible. */
const FOLLOWED = { pollingInterval: 5_000, skipPollingIfUnfocused: true };

/** Every sent or queued email and SMS, for admin and root, the newest first. */
export function OutboxPage() {
  const { t } = useTranslation('outbox');
  const errorText = useErrorMessage();
  const [address, setAddress] = useAddress();
  const at = useListAddress(outboxFilters, { typed: 'q' });
  const size = usePageSize('outbox');
  const list = usePage(outboxApi.endpoints.getOutboxPage, { at, size, ask: (asked) => asked, options: FOLLOWED });
  const open = openMessageOf(address);
  const show = (id: number | null): void =>
    setAddress((now) => setParameter(now, 'message', id), { preventScrollReset: true });
  return (
    <Stack gap="lg">
      <PageHeading title={t('title')} lead={t('lead')} />
      <OutboxFilters filters={at.filters} onChange={at.change} />
      <RowList
        list={list}
        label={t('title')}
        variant="frame"
        keyOf={({ id }) => id}
        waiting={<LineSkeletons count={6} height={52} />}
        failure={(error) => ({ message: errorText(error, t('error')) })}
        showing={(range) => t('showing', range)}
        filtered={isFiltered(at.filters)}
        empty={
          <EmptyState icon={<IconMailOff size={24} />} title={t('empty.title')}>
            {t('empty.text')}
          </EmptyState>
        }
        noneFound={
          <EmptyState
            icon={<IconMailOff size={24} />}
            title={t('empty.none_fit')}
            action={
              <Button variant="light" mt="xs" onClick={at.reset}>
                {t('empty.reset')}
              </Button>
            }
          >
            {t('empty.none_fit_text')}
          </EmptyState>
        }
      >
        {(message) => <OutboxRow message={message} onOpen={show} />}
      </RowList>
      {open !== null && <MessageDrawer key={open} id={open} onClose={() => show(null)} />}
    </Stack>
  );
}
