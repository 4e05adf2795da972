import type { HomeAssistantConnection } from '@belfry/schemas/http/home-assistant';
import { Button } from '@mantine/core';
import { IconHomeLink } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useOpened } from '../../kit/detail/index.ts';
import { Row, Rows, useFailure } from '../../kit/list/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useConnectionState } from './connection-state.ts';
import { useGetHomeAssistantsQuery } from './home-assistant-api.ts';
import { HomeAssistantDrawer } from './home-assistant-drawer.tsx';
import { HomeAssistantForm } from './home-assistant-form.tsx';

/** `head`: the head of the list, with its one button. */
export function HomeAssistantPanel({ head }: { head: (primary: ReactNode) => ReactNode }) {
  const { t } = useTranslation('home-assistant');
  const failureOf = useFailure();
  const query = useGetHomeAssistantsQuery();
  const { opened, to, close } = useOpened();
  const [creating, setCreating] = useState(false);
  const open = query.data?.find(({ id }) => String(id) === opened);
  return (
    <>
      {head(
        <Button size="sm" aria-label={t('create')} onClick={() => setCreating(true)}>
          {t('connect')}
        </Button>,
      )}
      <Rows
        label={t('title')}
        rows={query.data}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon={<IconHomeLink size={24} />} title={t('empty')}>
            {t('empty_text')}
          </EmptyState>
        }
        failure={failureOf(query, t('load_error'))}
      >
        {(connection) => (
          <ConnectionRow connection={connection} to={to(String(connection.id))} isOpen={connection.id === open?.id} />
        )}
      </Rows>
      {open && <HomeAssistantDrawer key={open.id} connection={open} onClose={close} />}
      {creating && <HomeAssistantForm onClose={() => setCreating(false)} />}
    </>
  );
}

function ConnectionRow({ connection, ...rest }: { connection: HomeAssistantConnection; to: string; isOpen: boolean }) {
  const { state, word, text } = useConnectionState()(connection);
  return <Row state={{ state, text }} name={connection.name} path={connection.company_name} facts={word} {...rest} />;
}
