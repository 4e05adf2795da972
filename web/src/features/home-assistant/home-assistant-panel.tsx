import { IconHomeLink } from '@tabler/icons-react';
import { Panel, type PanelHead } from '../../kit/panel/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useConnectionState } from './connection-state.ts';
import { useGetHomeAssistantsQuery } from './home-assistant-api.ts';
import { HomeAssistantDrawer } from './home-assistant-drawer.tsx';
import { HomeAssistantForm } from './home-assistant-form.tsx';

export function HomeAssistantPanel({ head }: { head: PanelHead }) {
  const { t } = useTranslation('home-assistant');
  const stateOf = useConnectionState();
  const query = useGetHomeAssistantsQuery();
  return (
    <Panel
      head={head}
      label={t('title')}
      query={query}
      failed={t('load_error')}
      empty={{ icon: IconHomeLink, title: t('empty'), text: t('empty_text') }}
      add={{ label: t('create'), text: t('connect'), renderForm: (onClose) => <HomeAssistantForm onClose={onClose} /> }}
      renderRow={(connection) => {
        const { state, word, text } = stateOf(connection);
        return { state: { state, text }, facts: word };
      }}
      renderDrawer={(connection, onClose) => <HomeAssistantDrawer connection={connection} onClose={onClose} />}
    />
  );
}
