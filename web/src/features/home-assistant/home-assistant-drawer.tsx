import type { HomeAssistantConnection } from '@belfry/schemas/http/home-assistant';
import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { Detail, Section, Technical } from '../../kit/detail/index.ts';
import { PlaceName } from '../../kit/place-name/index.ts';
import { useTimes } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import { Facts } from '../../ui/card.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useAct } from '../../ui/use-act.ts';
import { useConnectionState } from './connection-state.ts';
import { useChangeHomeAssistantMutation, useRemoveHomeAssistantMutation } from './home-assistant-api.ts';
import { HomeAssistantForm } from './home-assistant-form.tsx';

type Props = { connection: HomeAssistantConnection; onClose: () => void };

export function HomeAssistantDrawer({ connection, onClose }: Props) {
  const { t } = useTranslation('home-assistant');
  const { moment } = useTimes();
  const { act } = useAct({ parallel: true });
  const [change, changing] = useChangeHomeAssistantMutation();
  const [remove] = useRemoveHomeAssistantMutation();
  const [asks, setAsks] = useState<'edit' | 'remove' | null>(null);
  const { id, name, url, username, version, prefix, allows, enabled, revision, created_at, created_by } = connection;
  const failed = t('failed');
  const turn = async (): Promise<void> => {
    const fields = { id, name, url, username, version, prefix, allows, revision };
    await act(() => change({ ...fields, enabled: !enabled }), { failed });
  };
  return (
    <>
      <Detail
        title={name}
        path={connection.company_name}
        state={useConnectionState()(connection)}
        action={<Button onClick={() => setAsks('edit')}>{t('edit')}</Button>}
        menu={
          <>
            <Menu.Item disabled={changing.isLoading} onClick={() => void turn()}>
              {t(enabled ? 'turn_off' : 'turn_on')}
            </Menu.Item>
            <Menu.Item color="error" onClick={() => setAsks('remove')}>
              {t('remove')}
            </Menu.Item>
          </>
        }
        onClose={onClose}
      >
        <Section>
          <Facts
            facts={[
              [t('address'), <CopyText key="address" value={url} />],
              [
                t('place'),
                <PlaceName key="place" place={{ id: connection.company_id, name: connection.company_name }} />,
              ],
              [t('allows'), allows.map((right) => t(`right.${right}`)).join(', ') || t('nothing')],
              [t('created'), [moment(created_at), created_by].filter((part) => part !== null).join(' · ')],
            ]}
          />
        </Section>
        {connection.problem !== null && <Technical>{connection.problem}</Technical>}
      </Detail>
      {asks === 'edit' && <HomeAssistantForm connection={connection} onClose={() => setAsks(null)} />}
      {asks === 'remove' && (
        <ConfirmDialog
          opened
          title={t('remove_of', { name })}
          confirmLabel={t('remove')}
          tone="error"
          onConfirm={async () => {
            const answer = await act(() => remove(id), { failed });
            if (answer !== undefined) onClose();
          }}
          onClose={() => setAsks(null)}
        >
          {t('remove_text')}
        </ConfirmDialog>
      )}
    </>
  );
}
