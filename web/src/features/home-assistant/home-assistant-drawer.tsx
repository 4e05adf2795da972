import type { HomeAssistantConnection } from '@belfry/schemas/http/home-assistant';
import { Section, Technical } from '../../kit/detail/index.ts';
import { PanelDrawer } from '../../kit/panel/index.ts';
import { PlaceName } from '../../kit/place-name/index.ts';
import { useTimes } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import { Facts } from '../../ui/card.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
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
  const { id, name, url, username, version, prefix, allows, enabled, revision, created_at, created_by } = connection;
  const failed = t('failed');
  return (
    <PanelDrawer
      thing={connection}
      state={useConnectionState()(connection)}
      primary={{
        label: t('edit'),
        renderForm: (close) => <HomeAssistantForm connection={connection} onClose={close} />,
      }}
      entries={[
        {
          label: t(enabled ? 'turn_off' : 'turn_on'),
          loading: changing.isLoading,
          act: () => {
            const fields = { id, name, url, username, version, prefix, allows, revision };
            return act(() => change({ ...fields, enabled: !enabled }), { failed });
          },
        },
      ]}
      removal={{
        label: t('remove'),
        question: { title: t('remove_of', { name }), text: t('remove_text') },
        call: () => remove(id),
        failed,
      }}
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
    </PanelDrawer>
  );
}
