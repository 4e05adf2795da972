import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../lib/address/use-address.ts';
import { MessageDrawer } from './components/message-drawer.tsx';
import { OutboxFilters } from './components/outbox-filters.tsx';
import { OutboxList } from './components/outbox-list.tsx';
import { changeOutboxAddress, openMessageOf, readOutboxAddress, type ChangeOutbox } from './outbox-address.ts';
import { PageHeading } from '../../ui/page-heading.tsx';

/** Every sent or queued email and SMS, for admin and root. */
export function OutboxPage() {
  const { t } = useTranslation('outbox');
  const [params, setParams] = useAddress();
  const address = readOutboxAddress(params);
  const open = openMessageOf(params);
  // Typing replaces the history entry, choosing adds one.
  const change: ChangeOutbox = (next, { replace = 'q' in next } = {}) =>
    setParams((now) => changeOutboxAddress(now, next), { replace, preventScrollReset: true });
  const show = (id: number | null): void =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (id === null) next.delete('message');
        else next.set('message', String(id));
        return next;
      },
      { preventScrollReset: true },
    );
  return (
    <Stack gap="lg">
      <PageHeading title={t('title')} lead={t('lead')} />
      <OutboxFilters address={address} onChange={change} />
      <OutboxList address={address} onOpen={show} onChange={change} />
      {open !== null && <MessageDrawer key={open} id={open} onClose={() => show(null)} />}
    </Stack>
  );
}
