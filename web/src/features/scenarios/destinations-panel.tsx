import type { Destination } from '@belfry/schemas/http/scenarios/destinations';
import { Button, Menu, Text } from '@mantine/core';
import { IconMessageShare } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Detail, Section, useOpened } from '../../kit/detail/index.ts';
import { Row, Rows, useFailure } from '../../kit/list/index.ts';
import { useTimes } from '../../lib/times.ts';
import { useLinkReason } from '../../lib/reasons.ts';
import { useTranslation } from '../../lib/translation.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useAct } from '../../ui/use-act.ts';
import { DestinationForm } from './destination-form.tsx';
import { useGetDestinationsQuery, useRemoveDestinationMutation, useTestDestinationMutation } from './scenarios-api.ts';

/** `head`: the head of the list, with its one button. */
export function DestinationsPanel({ head }: { head: (primary: ReactNode) => ReactNode }) {
  const { t } = useTranslation('scenarios');
  const failureOf = useFailure();
  const query = useGetDestinationsQuery();
  const { opened, to, close } = useOpened();
  const [creating, setCreating] = useState(false);
  const open = query.data?.find(({ id }) => String(id) === opened);
  return (
    <>
      {head(
        <Button size="sm" aria-label={t('destinations.create')} onClick={() => setCreating(true)}>
          {t('destinations.add')}
        </Button>,
      )}
      <Rows
        label={t('destinations.title')}
        rows={query.data}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon={<IconMessageShare size={24} />} title={t('destinations.empty')}>
            {t('destinations.empty_text')}
          </EmptyState>
        }
        failure={failureOf(query, t('load_error'))}
      >
        {(destination) => {
          const { id, name, company_name, service, host, refused_at } = destination;
          const text = t(refused_at === null ? 'destinations.ok' : 'destinations.refused');
          return (
            <Row
              to={to(String(id))}
              state={{ state: refused_at === null ? 'ok' : 'wrong', text }}
              name={name}
              path={company_name}
              facts={[t(`service.${service}`), host].join(' · ')}
              isOpen={id === open?.id}
            />
          );
        }}
      </Rows>
      {open && <DestinationDrawer key={open.id} destination={open} onClose={close} />}
      {creating && <DestinationForm onClose={() => setCreating(false)} />}
    </>
  );
}

function DestinationDrawer({ destination, onClose }: { destination: Destination; onClose: () => void }) {
  const reasonOf = useLinkReason();
  const { t } = useTranslation('scenarios');
  const { moment } = useTimes();
  const { act } = useAct({ parallel: true });
  const [test, testing] = useTestDestinationMutation();
  const [remove] = useRemoveDestinationMutation();
  const [asks, setAsks] = useState<'edit' | 'remove' | null>(null);
  const { id, name, company_name, refused_at, refusal, last_sent_at } = destination;
  const failed = t('failed');
  const text =
    refused_at === null
      ? last_sent_at === null
        ? t('destinations.unused')
        : t('destinations.sent', { at: moment(last_sent_at) })
      : `${t('destinations.refused')}: ${refusal ?? ''}`;
  return (
    <>
      <Detail
        title={name}
        path={company_name}
        state={{ state: refused_at === null ? 'ok' : 'wrong', text }}
        action={
          <Button
            loading={testing.isLoading}
            onClick={() =>
              void act(() => test(id), {
                failed,
                done: ({ delivered, reason }) =>
                  delivered
                    ? t('destinations.tested')
                    : t('destinations.test_failed', { reason: reason === null ? '' : reasonOf(reason) }),
              })
            }
          >
            {t('destinations.test')}
          </Button>
        }
        menu={
          <>
            <Menu.Item onClick={() => setAsks('edit')}>{t('edit')}</Menu.Item>
            <Menu.Item color="error" onClick={() => setAsks('remove')}>
              {t('remove')}
            </Menu.Item>
          </>
        }
        onClose={onClose}
      >
        <Section>
          <Text size="sm">{[t(`service.${destination.service}`), destination.host].join(' · ')}</Text>
        </Section>
      </Detail>
      {asks === 'edit' && <DestinationForm destination={destination} onClose={() => setAsks(null)} />}
      {asks === 'remove' && (
        <ConfirmDialog
          opened
          title={t('remove_of', { name })}
          confirmLabel={t('remove')}
          tone="error"
          onConfirm={async () => {
            if ((await act(() => remove(id), { failed })) !== undefined) onClose();
          }}
          onClose={() => setAsks(null)}
        >
          {t('destinations.remove_text')}
        </ConfirmDialog>
      )}
    </>
  );
}
