import { Stack, Tabs } from '@mantine/core';
import { IconBook, IconMessage, IconMusic, IconPlaylist, IconRadio } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressTab } from '../../lib/use-address-tab.ts';
import { useMobile } from '../../lib/use-mobile.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { AudioPanel } from './audio/audio-panel.tsx';
import { DictionaryPanel } from './dictionary/dictionary-panel.tsx';
import type { Kind } from './library-api.ts';
import { MessagesPanel } from './messages/messages-panel.tsx';
import { PlaylistsPanel } from './playlists/playlists-panel.tsx';
import { StationsPanel } from './stations/stations-panel.tsx';

const TABS = ['messages', 'audio', 'playlists', 'stations', 'dictionary'] as const satisfies readonly Kind[];
const ICONS = {
  messages: IconMessage,
  audio: IconMusic,
  playlists: IconPlaylist,
  stations: IconRadio,
  dictionary: IconBook,
} as const;
const PANELS: Record<Kind, ReactNode> = {
  messages: <MessagesPanel />,
  audio: <AudioPanel />,
  playlists: <PlaylistsPanel />,
  stations: <StationsPanel />,
  dictionary: <DictionaryPanel />,
};

/** What announcements are made of; see LIB-1. */
export function LibraryPage() {
  const { t } = useTranslation('library');
  const [tab, go] = useAddressTab(TABS);
  const mobile = useMobile();
  return (
    <Stack gap="lg">
      <PageHeading title={t('title')} lead={t('lead')} />
      <Tabs value={tab} onChange={go} keepMounted={false}>
        <Tabs.List aria-label={t('title')}>
          {TABS.map((each) => {
            const Mark = ICONS[each];
            return (
              <Tabs.Tab key={each} value={each} leftSection={mobile ? undefined : <Mark size={16} aria-hidden />}>
                {t(`tabs.${each}`)}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
        {TABS.map((each) => (
          <Tabs.Panel key={each} value={each} pt="md">
            {PANELS[each]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}
